package io.lagwatch.exporter.text;

import java.util.Locale;
import java.util.Set;

/** The places of secrets in one text, found from its begin to its end. */
final class MaskedRanges {
  /** They say that there is no secret, or that it is masked already. */
  private static final Set<String> KEPT =
      Set.of("", "null", "none", "true", "false", Secrets.MASK, "[hidden]", "(hidden)", "redacted");

  private final SearchedText text;
  private final String original;
  private final StringBuilder out = new StringBuilder();
  private int copied;

  MaskedRanges(SearchedText text, String original) {
    this.text = text;
    this.original = original;
  }

  /** Masks a range that begins behind all earlier ones, unless nothing secret can stand there. */
  void add(int from, int to) {
    if (from >= to || KEPT.contains(text.slice(from, to).toLowerCase(Locale.ROOT))) {
      return;
    }
    int start = text.origin(from);
    int end = text.origin(to);
    if (end > copied) {
      out.append(original, copied, Math.max(copied, start)).append(Secrets.MASK);
      copied = end;
    }
  }

  String result() {
    return copied == 0 ? original : out.append(original, copied, original.length()).toString();
  }
}
