package io.lagwatch.exporter.text;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Masks credentials behind the name of their scheme, in a header or in a sentence. */
final class SecretCredentials {
  private static final Set<String> SCHEMES =
      Set.of("bearer", "basic", "token", "apikey", "negotiate");

  private static final Pattern MIXED_CASE = Pattern.compile("[a-z][A-Z]");

  private final SearchedText text;
  private final MaskedRanges found;

  SecretCredentials(SearchedText text, MaskedRanges found) {
    this.text = text;
    this.found = found;
  }

  static boolean isScheme(String name) {
    return name.equalsIgnoreCase("Bearer") || name.equalsIgnoreCase("Basic");
  }

  /** Masks credentials, unless an ordinary word follows; returns where the search goes on. */
  int afterScheme(String scheme, int behind) {
    int start = text.skipBlanks(behind);
    int end = text.endOfWord(start);
    var word = text.slice(start, end);
    boolean secret =
        scheme.equalsIgnoreCase("Bearer") ? !SecretSentences.isOrdinary(word) : isBase64(word);
    if (!secret && !SecretValues.looksRandom(word)) {
      return behind;
    }
    found.add(start, end);
    return end;
  }

  /** Masks the value of an Authorization header and returns where the search goes on. */
  int ofHeader(int start) {
    int end = text.endOfWord(start);
    if (text.slice(start, end).equals(Secrets.MASK)) {
      return end;
    }
    boolean known = SCHEMES.contains(text.slice(start, end).toLowerCase(Locale.ROOT));
    int credentials = text.skipBlanks(end);
    int close = text.endOfWord(credentials);
    boolean hasParameters = text.is(close - 1, '=') && text.quoteEnd(close) > close;
    if (known && credentials > end && !hasParameters) {
      found.add(credentials, close);
      return close;
    }
    int lineEnd = text.endOfLine(start);
    found.add(start, lineEnd);
    return lineEnd;
  }

  /** Whether capital letters follow small ones, or the padding of Base64 ends the word. */
  private static boolean isBase64(String word) {
    return word.endsWith("=") || MIXED_CASE.matcher(word).find();
  }
}
