package io.lagwatch.exporter.replay;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Text in UTF-16, as PowerShell redirects it, as UTF-8. Not thread-safe. */
final class Utf16 extends InputStream {
  private static final int CHARACTERS = 8 * 1024;

  private final Reader reader;
  private final char[] characters = new char[CHARACTERS];
  private byte[] bytes = {};
  private int at;

  /** The first half of a pair whose second half has not been read. */
  private char half;

  private Utf16(InputStream in, Charset charset) {
    reader = new BufferedReader(new InputStreamReader(in, charset), CHARACTERS);
  }

  /** The stream, decoded if it begins with a byte order mark or with a 0 in one of two bytes. */
  static InputStream decoded(InputStream stream) throws IOException {
    InputStream in = stream.markSupported() ? stream : new BufferedInputStream(stream);
    in.mark(4);
    byte[] first = in.readNBytes(4);
    in.reset();
    Charset charset = charset(first);
    return charset == null ? in : new Utf16(in, charset);
  }

  private static @Nullable Charset charset(byte[] first) {
    if (first.length < 2) {
      return null;
    }
    int mark = ((first[0] & 0xff) << 8) | (first[1] & 0xff);
    if (mark == 0xfffe || (first.length == 4 && isAscii(first, 0) && isAscii(first, 2))) {
      return StandardCharsets.UTF_16LE;
    }
    return mark == 0xfeff || (first.length == 4 && isAscii(first, 1) && isAscii(first, 3))
        ? StandardCharsets.UTF_16BE
        : null;
  }

  /** Whether the byte is a character of ASCII and the other one of its pair is 0. */
  private static boolean isAscii(byte[] bytes, int at) {
    return bytes[at] > 0 && bytes[at ^ 1] == 0;
  }

  private boolean fill() throws IOException {
    int read = reader.read(characters);
    if (read < 0) {
      return false;
    }
    var text = new StringBuilder(read + 1);
    if (half != 0) {
      text.append(half);
      half = 0;
    }
    text.append(characters, 0, read);
    int last = text.length() - 1;
    if (Character.isHighSurrogate(text.charAt(last))) {
      half = text.charAt(last);
      text.setLength(last);
    }
    bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    at = 0;
    return true;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    while (at == bytes.length) {
      if (!fill()) {
        return -1;
      }
    }
    int count = Math.min(length, bytes.length - at);
    System.arraycopy(bytes, at, to, from, count);
    at += count;
    return count;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
