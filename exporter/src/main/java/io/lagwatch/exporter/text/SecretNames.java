package io.lagwatch.exporter.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The one list of names that say that their value is secret. */
final class SecretNames {
  /** Anywhere in a name, its separators left out. */
  private static final List<String> PARTS =
      List.of(
          "password",
          "passwd",
          "passphrase",
          "passcode",
          "pwd",
          "secret",
          "credential",
          "privatekey",
          "accesskey",
          "accountkey",
          "apikey",
          "sharedkey",
          "storagekey",
          "token",
          "signature",
          "authorization",
          "cookie",
          "jaas",
          "userinfo",
          "connectionstring",
          "sessionid",
          "sessid",
          "secretkey",
          "kennwort",
          "passwort",
          "contraseña");

  /** As a word of a name. */
  private static final Set<String> WORDS =
      Set.of(
          "pass",
          "passw",
          "pword",
          "psw",
          "pw",
          "sig",
          "sas",
          "bearer",
          "auth",
          "salt",
          "nonce",
          "otp",
          "totp",
          "hmac",
          "csrf",
          "xsrf",
          "jwt",
          "cred",
          "creds",
          "dek",
          "kek",
          "webhook",
          "assertion",
          "dsn",
          "saml",
          "mnemonic",
          "requirepass",
          "masterauth");

  /** Ends of names that hold what a person types in. */
  private static final List<String> PASSWORDS =
      List.of(
          "password",
          "passphrase",
          "passwd",
          "passcode",
          "pwd",
          "kennwort",
          "passwort",
          "contraseña",
          "requirepass",
          "masterauth");

  /** Words before "key" that make a secret of it, also with a blank between the two. */
  private static final Set<String> LOCKS =
      Set.of(
          "access",
          "account",
          "api",
          "client",
          "encryption",
          "license",
          "master",
          "private",
          "secret",
          "shared",
          "signing",
          "storage");

  /** Parameters of an address that hold a secret, whatever their name means elsewhere. */
  private static final Set<String> PARAMETERS = Set.of("key", "code", "hash");

  /** Endings of names that are related to secrets but hold none: classes, source files, options. */
  private static final Set<String> HARMLESS_ENDINGS =
      Set.of(
          "exception",
          "error",
          "java",
          "scala",
          "kt",
          "py",
          "provider",
          "class",
          "algorithm",
          "type",
          "location",
          "policy",
          "ms");

  /** Keys of data, not of locks. */
  private static final Set<String> KEYS_OF_DATA =
      Set.of(
          "partition",
          "message",
          "record",
          "primary",
          "foreign",
          "public",
          "sort",
          "row",
          "cache",
          "group",
          "grouping",
          "join",
          "map",
          "topic",
          "state",
          "routing",
          "by");

  private SecretNames() {}

  static boolean isSecret(String name) {
    var words = words(name);
    if (words.isEmpty() || HARMLESS_ENDINGS.contains(words.get(words.size() - 1))) {
      return false;
    }
    var joined = String.join("", words);
    return (PARTS.stream().anyMatch(joined::contains) && !joined.contains("tokeniz"))
        || words.stream().anyMatch(WORDS::contains)
        || isKeyOfALock(words);
  }

  /** The words of a name in lower case, apart at separators and at capital letters. */
  static List<String> words(String name) {
    var words = new ArrayList<String>();
    int start = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!Character.isLetter(c)) {
        add(words, name, start, i);
        start = i + 1;
      } else if (i > start && startsWord(name, i)) {
        add(words, name, start, i);
        start = i;
      }
    }
    add(words, name, start, name.length());
    return words;
  }

  /** At the S of {@code accessSecret} and of {@code AWSSecret}. */
  private static boolean startsWord(String name, int i) {
    return Character.isUpperCase(name.charAt(i))
        && (Character.isLowerCase(name.charAt(i - 1))
            || (i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1))));
  }

  private static void add(List<String> words, String name, int start, int end) {
    if (end > start) {
      words.add(name.substring(start, end).toLowerCase(Locale.ROOT));
    }
  }

  /** Whether a word that follows the name in a sentence is taken for its value. */
  static boolean isPassword(String name) {
    var joined = String.join("", words(name));
    return PASSWORDS.stream().anyMatch(joined::endsWith);
  }

  /** Whether the name ends with a word for a secret; {@code token-events} is a topic. */
  static boolean endsWithSecret(String name) {
    var words = words(name);
    var last = words.isEmpty() ? "" : words.get(words.size() - 1);
    return last.equals("key") || isSecret(last);
  }

  /** Whether two words with a blank between them are the name of a secret. */
  static boolean isSecret(String first, String second) {
    var before = first.toLowerCase(Locale.ROOT);
    return switch (second.toLowerCase(Locale.ROOT)) {
      case "key" -> LOCKS.contains(before);
      case "phrase", "word", "code" -> before.equals("pass");
      case "string" -> before.equals("connection");
      case "id" -> before.equals("session");
      default -> false;
    };
  }

  /** Whether a parameter of this name in an address is secret. */
  static boolean isSecretParameter(String name) {
    return PARAMETERS.contains(name);
  }

  private static boolean isKeyOfALock(List<String> words) {
    int last = words.size() - 1;
    return last > 0 && words.get(last).equals("key") && !KEYS_OF_DATA.contains(words.get(last - 1));
  }
}
