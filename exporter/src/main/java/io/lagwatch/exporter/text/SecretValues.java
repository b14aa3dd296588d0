package io.lagwatch.exporter.text;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Masks the values of secret names, and tokens without a name, in one pass. Every character is
 * looked at a limited number of times, whatever the text is.
 */
final class SecretValues {
  /** Words that often stand before a colon in an ordinary sentence. */
  private static final Set<String> AMBIGUOUS =
      Set.of("token", "tokens", "credential", "credentials", "signature", "auth", "pass", "bearer");

  /** What a message of Kafka says about a bad value of a setting. */
  private static final String INVALID_VALUE = "Invalid value ";

  private static final String FOR_SETTING = " for configuration ";

  private static final Pattern PLAIN_ARGUMENT = Pattern.compile("(?!\\d+$)[^\\s.:,]{2,}");
  private static final int MIN_RANDOM_LENGTH = 20;
  private static final int MAX_SEARCH = 500;

  private final SearchedText text;
  private final MaskedRanges found;
  private final SecretSentences sentences;
  private final SecretFields fields;
  private final SecretCredentials credentials;
  private final SecretLines lines;
  private int at;
  private int previous;
  private int previousEnd;

  private SecretValues(SearchedText text, MaskedRanges found) {
    this.text = text;
    this.found = found;
    this.sentences = new SecretSentences(text, found);
    this.fields = new SecretFields(text);
    this.credentials = new SecretCredentials(text, found);
    this.lines = new SecretLines(text, found);
  }

  static void find(SearchedText text, MaskedRanges found) {
    new SecretValues(text, found).find();
  }

  private void find() {
    while (at < text.length()) {
      if (text.isNameCharacter(at)) {
        name();
      } else {
        at++;
      }
    }
  }

  private void name() {
    int start = at;
    at = text.endOfName(at);
    var name = text.slice(start, at);
    if (SecretTokens.isToken(name)) {
      mask(start, at);
    } else if (SecretCredentials.isScheme(name) && text.skipBlanks(at) > at) {
      at = credentials.afterScheme(name, at);
    } else if (name.equals("Invalid") && text.startsWith(INVALID_VALUE, start)) {
      invalidValue(start + INVALID_VALUE.length());
    } else if (name.equalsIgnoreCase("identified") && isBy(at)) {
      value("password", text.skipBlanks(at + 3), false);
    } else if (isSecret(start, name)) {
      separator(start, name);
    }
    previous = start;
    previousEnd = start + name.length();
  }

  private boolean isBy(int i) {
    return text.startsWith(" by ", i) || text.startsWith(" BY ", i);
  }

  private boolean isSecret(int start, String name) {
    if (SecretNames.isSecret(name)) {
      return !isPartition(name);
    }
    if (previousEnd + 1 == start
        && text.isBlank(previousEnd)
        && SecretNames.isSecret(text.slice(previous, previousEnd), name)) {
      return true;
    }
    boolean equals = text.is(at, '=');
    return (equals && text.isOneOf(start - 1, "?&") && SecretNames.isSecretParameter(name))
        || (equals && name.length() == 1 && isPartOfScram(start))
        || fields.isInSecretObject(start, at);
  }

  /** {@code token-events-3=12}: an offset, not a secret. */
  private boolean isPartition(String name) {
    int end = name.length();
    while (end > 0 && Character.isDigit(name.charAt(end - 1))) {
      end--;
    }
    boolean digits = end < name.length() && end > 0 && name.charAt(end - 1) == '-';
    int value = text.skipBlanks(at + 1);
    int i = value;
    while (digits && i < text.length() && Character.isDigit(text.at(i))) {
      i++;
    }
    return digits && text.isOneOf(at, "=:") && i > value && !text.isNameCharacter(i);
  }

  /** Salt, proof, nonce or signature in a message of SCRAM, which are Base64. */
  private boolean isPartOfScram(int start) {
    int end = at + 1;
    while (end - at < MIN_RANDOM_LENGTH
        && (text.isNameCharacter(end) || text.isOneOf(end, "+/="))) {
      end++;
    }
    return text.isOneOf(start, "rspv") && end - at > 8 && looksRandom(text.slice(at + 1, end));
  }

  /** Goes on behind the name unless a value follows. */
  private void separator(int start, String name) {
    int quote = text.quoteEnd(at);
    int i = text.skipBlanks(quote);
    boolean quotedName = quote > at;
    if (text.isOneOf(i, "])}") && text.is(text.skipBlanks(i + 1), '=')) {
      i = text.skipBlanks(i + 1);
    }
    boolean ambiguous = AMBIGUOUS.contains(name.toLowerCase(Locale.ROOT));
    int ofField = fields.valueOf(start, at);
    if (text.is(i, '=') && text.isOneOf(start - 1, "\"'") && !quotedName) {
      maskTo(i + 1, text.closingQuote(start - 1, start));
    } else if (text.is(i, '=')) {
      value(name, text.isOneOf(i + 1, "=>") ? i + 2 : i + 1, false);
    } else if (text.is(i, ':') && quotedName) {
      value(name, text.skipWhitespace(i + 1), false);
    } else if (text.is(i, ':')) {
      if (!text.startsWith("::", i) && !isClass(name)) {
        colon(start, name, i + 1, ambiguous);
      }
    } else if (text.startsWith("->", i) || text.startsWith("~>", i) || text.is(i, '→')) {
      value(name, text.is(i, '→') ? i + 1 : i + 2, false);
    } else if (name.endsWith("-") && text.is(at, '>')) {
      value(name, at + 1, false);
    } else if (ofField >= 0) {
      value(name, ofField, false);
    } else if (text.is(start - 1, '<')) {
      maskTo(fields.elementStart(at), fields.elementEnd(at));
    } else if (text.is(start - 1, '(') && text.is(at, ',') && !text.isBlank(at + 1)) {
      value(name, at + 1, ambiguous);
    } else if (quotedName && text.is(i, ',') && fields.isFirstArgument(start)) {
      quoted(text.skipWhitespace(i + 1));
    } else if (text.isOneOf(at, "([{")) {
      argument(name);
    } else if (name.startsWith("-") && i > at) {
      value(name, i, false);
    } else if (i > at && !quotedName && !name.endsWith(".")) {
      at = sentences.afterName(name, i);
    }
  }

  /** A line of YAML, a header, or a sentence. */
  private void colon(int start, String name, int valueStart, boolean ambiguous) {
    boolean line = text.isFirstInLine(start);
    int i = text.skipBlanks(valueStart);
    if (line && SecretNames.isPassword(name) && text.isNameCharacter(i)) {
      int end = text.endOfLine(i);
      if (text.findOneOf(",;=:\"'", i, end) == end) {
        mask(i, end);
        return;
      }
    }
    value(name, valueStart, ambiguous && i > valueStart && !line);
  }

  /** What a call, a pair or the text of an object has behind the name; not a place in a source. */
  private void argument(String name) {
    int open = text.quoteEnd(at + 1);
    int end = text.findOneOf(")]}\r\n", at + 1, Math.min(text.length(), at + MAX_SEARCH));
    var argument = text.slice(at + 1, end);
    if (SecretNames.isPassword(name)) {
      if (open > at + 1) {
        quoted(at + 1);
      } else if (PLAIN_ARGUMENT.matcher(argument).matches()) {
        mask(at + 1, end);
      }
    } else if (name.endsWith("Credential") || name.endsWith("Credentials")) {
      if (argument.indexOf('=') >= 0 || argument.indexOf(',') >= 0) {
        mask(at + 1, end);
      }
    }
  }

  private void quoted(int start) {
    int open = text.quoteEnd(start);
    if (open > start) {
      mask(open, text.closingQuote(start, open));
    }
  }

  private void invalidValue(int start) {
    int limit = text.findOneOf("\r\n", start, Math.min(text.length(), start + MAX_SEARCH));
    int setting = text.find(FOR_SETTING, start, limit);
    int name = Math.min(text.length(), setting + FOR_SETTING.length());
    if (setting < limit && SecretNames.isSecret(text.slice(name, text.endOfName(name)))) {
      mask(start, setting);
    }
  }

  private void value(String name, int behindSeparator, boolean onlyRandom) {
    int start = text.skipBlanks(behindSeparator);
    if (lines.isContinued(start)) {
      at = Math.max(at, lines.nextLine(start));
      return;
    }
    if (text.startsWith("!!", start)) {
      start = text.skipBlanks(text.endOfWord(start));
    }
    boolean prefixed = text.isOneOf(start, "bBuUrRfFnNeE") && text.isOneOf(start + 1, "\"'");
    start = prefixed ? start + 1 : start;
    var words = SecretNames.words(name);
    int elementEnd = text.is(behindSeparator - 1, '>') ? fields.elementEnd(start - 1) : -1;
    if (text.quoteEnd(start) > start) {
      quoted(start);
    } else if (elementEnd >= 0) {
      mask(start, elementEnd);
    } else if (text.startsWith("{\"", start) || text.startsWith("{\\", start)) {
      fields.openObject(start);
      at = start;
    } else if (text.isOneOf(start, "{[")) {
      int end = text.findOneOf(text.is(start, '{') ? "}\r\n" : "]\r\n", start, text.length());
      mask(start, text.endOfWord(Math.min(text.length(), end + 1)));
    } else if (words.contains("authorization")) {
      at = credentials.ofHeader(start);
    } else if (words.contains("cookie") || words.contains("jaas")) {
      mask(start, text.endOfLine(start));
    } else {
      int end = text.endOfWord(start);
      if (onlyRandom && !looksRandom(text.slice(start, end))) {
        at = Math.max(at, start);
      } else {
        mask(start, end);
      }
    }
  }

  private void mask(int from, int to) {
    found.add(from, to);
    at = Math.max(at, to);
  }

  private void maskTo(int from, int to) {
    if (from >= 0 && to >= from) {
      mask(from, to);
    }
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
        && !SecretNames.endsWithSecret(name);
  }

  static boolean looksRandom(String value) {
    return value.length() >= MIN_RANDOM_LENGTH || value.chars().anyMatch(Character::isDigit);
  }
}
