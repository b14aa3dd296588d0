package io.lagwatch.exporter.text;

import java.util.Locale;
import java.util.Set;

/** Finds the value that belongs to a name in XML, JSON and lists of fields. */
final class SecretFields {
  private static final Set<String> NAMES = Set.of("name", "key", "property", "entry");
  private static final int MAX_SEARCH = 1000;
  private static final int MAX_DISTANCE = 40;

  private final SearchedText text;
  private int objectEnd;

  SecretFields(SearchedText text) {
    this.text = text;
  }

  /**
   * The place of the value when the name is itself the value of a field, as in {@code
   * name=password, value=hush}; else −1.
   */
  int valueOf(int start, int end) {
    int before = start - 1;
    while (start - before < MAX_DISTANCE && text.isOneOf(before, " \t\"'\\")) {
      before--;
    }
    if (!text.isOneOf(before, "=:>")) {
      return -1;
    }
    int behind = text.quoteEnd(end);
    if (behind > end && text.is(before, '=') && text.is(behind, '>')) {
      return behind + 1;
    }
    return valueField(end);
  }

  private int valueField(int end) {
    int i = end;
    while (i < Math.min(text.length(), end + MAX_DISTANCE)) {
      if (!text.isNameCharacter(i)) {
        i++;
        continue;
      }
      int start = i;
      i = text.endOfName(i);
      var word = i - start > MAX_DISTANCE ? "" : text.slice(start, i).toLowerCase(Locale.ROOT);
      if (word.equals("value")) {
        int sign = text.skipBlanks(text.quoteEnd(i));
        return text.isOneOf(sign, "=:>") ? sign + 1 : -1;
      }
      if (!NAMES.contains(word) || !text.is(start - 1, '/')) {
        return -1;
      }
    }
    return -1;
  }

  /** Whether the name in quotes is the first argument of a call or the first of a pair. */
  boolean isFirstArgument(int start) {
    return text.is(start - 2, '(') || (text.is(start - 2, '\\') && text.is(start - 3, '('));
  }

  /** Where the text of the element begins whose tag holds this place; −1 if it has none. */
  int elementStart(int inTag) {
    int limit = Math.min(text.length(), inTag + MAX_SEARCH);
    int close = text.findOneOf("<>\r\n", inTag, limit);
    return text.is(close, '>') && !text.is(close - 1, '/') ? close + 1 : -1;
  }

  /** Where the text of the element ends that begins behind this place; −1 if no end tag follows. */
  int elementEnd(int start) {
    int limit = Math.min(text.length(), start + MAX_SEARCH);
    int open = text.find("<", start, limit);
    boolean ends = text.startsWith("</", open) || text.startsWith("<![CDATA[", open);
    int close = ends ? text.find("</", open, limit) : limit;
    return close < limit ? close : -1;
  }

  /** All texts in an object with a secret name are secret. */
  void openObject(int start) {
    if (start < objectEnd) {
      return;
    }
    int depth = 0;
    int i = start;
    int limit = Math.min(text.length(), start + MAX_SEARCH);
    do {
      depth += text.is(i, '{') ? 1 : text.is(i, '}') ? -1 : 0;
      i++;
    } while (depth > 0 && i < limit);
    objectEnd = i;
  }

  boolean isInSecretObject(int start, int end) {
    int quote = text.quoteEnd(end);
    int colon = text.skipBlanks(quote);
    int value = text.skipBlanks(colon + 1);
    return start < objectEnd && quote > end && text.is(colon, ':') && text.quoteEnd(value) > value;
  }
}
