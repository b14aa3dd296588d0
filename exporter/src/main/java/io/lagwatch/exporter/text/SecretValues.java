package io.lagwatch.exporter.text;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Masks the values of secret names, and tokens without a name, in one pass. Every character is
 * looked at a fixed number of times, whatever the text is.
 */
final class SecretValues {
  /** They say that there is no secret, or that it is masked already. */
  private static final Set<String> KEPT =
      Set.of("", "null", "none", "true", "false", Secrets.MASK, "[hidden]");

  private static final Set<String> SCHEMES =
      Set.of("bearer", "basic", "token", "apikey", "negotiate");

  /** Words that often stand before a colon in an ordinary sentence. */
  private static final Set<String> AMBIGUOUS =
      Set.of("token", "tokens", "credential", "credentials", "signature", "auth", "pass", "bearer");

  private static final int MIN_RANDOM_LENGTH = 20;

  private final String text;
  private final StringBuilder out = new StringBuilder();
  private int copied;
  private int at;

  private SecretValues(String text) {
    this.text = text;
  }

  static String masked(String text) {
    return new SecretValues(text).masked();
  }

  private String masked() {
    while (at < text.length()) {
      if (isNameCharacter(text.charAt(at))) {
        name();
      } else {
        at++;
      }
    }
    return out.append(text, copied, text.length()).toString();
  }

  private void name() {
    int start = at;
    while (at < text.length() && isNameCharacter(text.charAt(at))) {
      at++;
    }
    var name = text.substring(start, at);
    if (SecretTokens.isToken(name)) {
      mask(start, at);
    } else if ((name.equalsIgnoreCase("Bearer") || name.equalsIgnoreCase("Basic"))
        && skipBlanks(at) > at) {
      scheme();
    } else if (SecretNames.isSecret(name)) {
      separator(start, name);
    }
  }

  /** Goes on behind the name unless a value follows. */
  private void separator(int start, String name) {
    int i = at;
    int quote = quoteEnd(i);
    i = skipBlanks(quote);
    boolean quotedName = quote > at;
    if ((i < text.length() && text.charAt(i) == '=') || text.startsWith("%3D", i)) {
      i += text.charAt(i) == '=' ? 1 : 3;
      i = i < text.length() && "=>".indexOf(text.charAt(i)) >= 0 ? i + 1 : i;
      value(name, skipBlanks(i), false);
    } else if (i < text.length() && text.charAt(i) == ':') {
      if (quotedName) {
        value(name, skipWhitespace(i + 1), false);
      } else if (!text.startsWith("::", i) && !isClass(name)) {
        value(name, skipBlanks(i + 1), AMBIGUOUS.contains(name.toLowerCase(Locale.ROOT)));
      }
    } else if (text.startsWith("->", i)) {
      value(name, skipBlanks(i + 2), false);
    } else if (name.endsWith("-") && text.startsWith(">", at)) {
      value(name, skipBlanks(at + 1), false);
    } else if (isBetween(start, '<', '>')) {
      int end = text.indexOf('<', at);
      if (text.startsWith("</", end)) {
        mask(at + 1, end);
      }
    } else if (isBetween(start, '(', ',') && skipBlanks(at + 1) == at + 1) {
      value(name, at + 1, AMBIGUOUS.contains(name.toLowerCase(Locale.ROOT)));
    } else if (i > at && quoteEnd(i) > i && SecretNames.isPassword(name)) {
      value(name, i, false);
    } else if (name.startsWith("--") && i > at) {
      value(name, i, false);
    }
  }

  /** Credentials in a sentence; an ordinary word may follow as well. */
  private void scheme() {
    int start = skipBlanks(at);
    int end = endOfWord(start);
    if (looksRandom(text.substring(start, end))) {
      mask(start, end);
    }
  }

  /** Whether these characters stand immediately before and behind the name. */
  private boolean isBetween(int start, char before, char behind) {
    return start > 0
        && text.charAt(start - 1) == before
        && at < text.length()
        && text.charAt(at) == behind;
  }

  private void value(String name, int start, boolean onlyRandom) {
    var words = SecretNames.words(name);
    int open = quoteEnd(start);
    if (open > start) {
      mask(open, closingQuote(start, open));
    } else if (text.startsWith("{\"", start) || text.startsWith("{\\", start)) {
      at = start;
    } else if (text.startsWith("{", start) || text.startsWith("[", start)) {
      char close = text.charAt(start) == '{' ? '}' : ']';
      int end = start + 1;
      while (end < text.length() && !isLineEnd(text.charAt(end)) && text.charAt(end) != close) {
        end++;
      }
      mask(start, Math.min(text.length(), end + 1));
    } else if (words.contains("authorization")) {
      authorization(start);
    } else if (words.contains("cookie") || words.contains("jaas")) {
      mask(start, endOfLine(start));
    } else {
      int end = endOfWord(start);
      if (onlyRandom && !looksRandom(text.substring(start, end))) {
        at = Math.max(at, start);
      } else {
        mask(start, end);
      }
    }
  }

  private void authorization(int start) {
    int end = endOfWord(start);
    boolean known = SCHEMES.contains(text.substring(start, end).toLowerCase(Locale.ROOT));
    int credentials = skipBlanks(end);
    if (known && credentials > end) {
      mask(credentials, endOfWord(credentials));
    } else {
      mask(start, endOfLine(start));
    }
  }

  /** The end of a quotation mark at this place, with the backslashes before it; else the place. */
  private int quoteEnd(int start) {
    int i = start;
    while (i < text.length() && text.charAt(i) == '\\') {
      i++;
    }
    boolean quote = i < text.length() && (text.charAt(i) == '"' || text.charAt(i) == '\'');
    return quote ? i + 1 : start;
  }

  /** Where the mark that closes a value stands; the end of the text when there is none. */
  private int closingQuote(int start, int open) {
    int outer = open - start - 1;
    char mark = text.charAt(open - 1);
    int backslashes = 0;
    for (int i = open; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == mark && (outer == 0 ? backslashes % 2 == 0 : backslashes <= outer)) {
        return i - Math.min(backslashes, outer);
      }
      backslashes = c == '\\' ? backslashes + 1 : 0;
    }
    return text.length();
  }

  private int endOfWord(int start) {
    int i = start;
    while (i < text.length() && !endsWord(i)) {
      i++;
    }
    return i;
  }

  /** A comma or bracket is part of a value unless something new begins behind it. */
  private boolean endsWord(int i) {
    char c = text.charAt(i);
    if (Character.isWhitespace(c) || "&\"'<>|\\".indexOf(c) >= 0) {
      return true;
    }
    if (c == ',' || c == ';') {
      return i + 1 == text.length() || !continuesValue(i + 1);
    }
    return ")]}".indexOf(c) >= 0
        && (i + 1 == text.length() || " \t\r\n)]},;.:\"'\\".indexOf(text.charAt(i + 1)) >= 0);
  }

  private boolean continuesValue(int start) {
    int i = start;
    while (i < text.length() && isNameCharacter(text.charAt(i))) {
      i++;
    }
    return (i < text.length() && i > start && "=:".indexOf(text.charAt(i)) < 0)
        || (i == text.length() && i > start);
  }

  private int endOfLine(int start) {
    int i = start;
    while (i < text.length() && !isLineEnd(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private int skipBlanks(int start) {
    int i = start;
    while (i < text.length() && (text.charAt(i) == ' ' || text.charAt(i) == '\t')) {
      i++;
    }
    return i;
  }

  private int skipWhitespace(int start) {
    int i = start;
    while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private void mask(int from, int to) {
    if (!KEPT.contains(text.substring(from, to).toLowerCase(Locale.ROOT))) {
      out.append(text, copied, from).append(Secrets.MASK);
      copied = to;
    }
    at = Math.max(at, to);
  }

  /** {@code TokenCache}, as at the begin of a message; not {@code AccessToken}. */
  private static boolean isClass(String name) {
    List<String> words = SecretNames.words(name);
    var simple = name.substring(name.lastIndexOf('.') + 1);
    return words.size() > 1
        && !simple.isEmpty()
        && Character.isUpperCase(simple.charAt(0))
        && simple.chars().anyMatch(Character::isLowerCase)
        && simple.indexOf('-') < 0
        && !SecretNames.isSecret(words.get(words.size() - 1));
  }

  private static boolean looksRandom(String value) {
    return value.length() >= MIN_RANDOM_LENGTH || value.chars().anyMatch(Character::isDigit);
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r';
  }

  private static boolean isNameCharacter(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-';
  }
}
