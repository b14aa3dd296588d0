package io.lagwatch.exporter.replay;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/** How lines end and characters are encoded. */
enum TextEncoding {
  LF(StandardCharsets.UTF_8),
  CRLF(StandardCharsets.UTF_8),
  NO_FINAL_LINE_END(StandardCharsets.UTF_8),
  BYTE_ORDER_MARK(StandardCharsets.UTF_8),
  UTF_16LE(StandardCharsets.UTF_16LE),
  UTF_16BE(StandardCharsets.UTF_16BE);

  private final Charset charset;

  TextEncoding(Charset charset) {
    this.charset = charset;
  }

  /** Encodes the texts of the files of a log. */
  List<byte[]> encode(List<String> texts) {
    int last = texts.size() - 1;
    return IntStream.rangeClosed(0, last).mapToObj(i -> encode(texts.get(i), i == last)).toList();
  }

  private byte[] encode(String text, boolean isLast) {
    String encoded =
        switch (this) {
          case LF -> text;
          case CRLF -> text.replace("\n", "\r\n");
          case NO_FINAL_LINE_END -> isLast ? text.stripTrailing() : text;
          case BYTE_ORDER_MARK -> "\ufeff" + text;
          case UTF_16LE, UTF_16BE -> "\ufeff" + text.replace("\n", "\r\n");
        };
    return encoded.getBytes(charset);
  }

  /** Whether two files can be put one behind the other. */
  boolean canBeJoined() {
    return this == LF || this == CRLF;
  }
}
