package io.lagwatch.exporter.text;

import java.util.Map;
import java.util.Set;

/** Masks the credentials among the options of commands, such as {@code curl -u user:secret}. */
final class SecretCommands {
  /** Their value is a user and a password. */
  private static final Set<String> USERS = Set.of("-u", "-U", "--user", "--proxy-user");

  /** Commands with an option of one letter whose value is a password. */
  private static final Map<String, String> PASSWORDS =
      Map.ofEntries(
          Map.entry("mysql", "-p"),
          Map.entry("mysqldump", "-p"),
          Map.entry("mysqladmin", "-p"),
          Map.entry("mariadb", "-p"),
          Map.entry("mongo", "-p"),
          Map.entry("mongosh", "-p"),
          Map.entry("mongodump", "-p"),
          Map.entry("sshpass", "-p"),
          Map.entry("docker", "-p"),
          Map.entry("podman", "-p"),
          Map.entry("beeline", "-p"),
          Map.entry("snowsql", "-p"),
          Map.entry("sqlcmd", "-P"),
          Map.entry("bcp", "-P"),
          Map.entry("redis-cli", "-a"),
          Map.entry("ldapsearch", "-w"));

  private final SearchedText text;
  private final MaskedRanges found;
  private String passwordOption = "";

  private SecretCommands(SearchedText text, MaskedRanges found) {
    this.text = text;
    this.found = found;
  }

  static void find(SearchedText text, MaskedRanges found) {
    new SecretCommands(text, found).find();
  }

  private void find() {
    int at = 0;
    while (at < text.length()) {
      int end = text.endOfRun(at, text.length());
      if (end > at) {
        word(at, end);
      }
      if (text.isOneOf(end, "\r\n")) {
        passwordOption = "";
      }
      at = end + 1;
    }
  }

  private void word(int start, int end) {
    if (!text.is(start, '-')) {
      int name = Math.max(start, end - 20);
      var command = text.slice(name, end);
      command = command.substring(command.lastIndexOf('/') + 1);
      passwordOption = PASSWORDS.getOrDefault(command, passwordOption);
      return;
    }
    int equals = text.find("=", start, end);
    if (end - start <= 12 && USERS.contains(text.slice(start, end))) {
      user(text.skipBlanks(end));
    } else if (equals < end && USERS.contains(text.slice(start, equals))) {
      user(equals + 1);
    } else if (text.startsWith("-u", start)) {
      user(start + 2);
    } else if (!passwordOption.isEmpty() && text.startsWith(passwordOption, start)) {
      value(start + 2 < end ? start + 2 : text.skipBlanks(end));
    }
  }

  /** A user without a password is no secret, and neither is the address behind some -u. */
  private void user(int start) {
    int open = quoteEnd(start);
    int end = end(start, open);
    if (text.find(":", open, end) < end && text.find("://", open, end) == end) {
      found.add(open, end);
    }
  }

  private void value(int start) {
    int open = quoteEnd(start);
    found.add(open, end(start, open));
  }

  private int quoteEnd(int start) {
    return text.isOneOf(start, "\"'") ? start + 1 : start;
  }

  private int end(int start, int open) {
    return open > start ? text.closingQuote(start, open) : text.endOfRun(start, text.length());
  }
}
