package io.lagwatch.exporter.replay;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The regular files of a tar archive, one after the other: POSIX ustar with the long names of pax
 * and of GNU tar. Not thread-safe.
 */
final class TarEntries {
  static final int BLOCK = 512;
  private static final int MAGIC_AT = 257;
  private static final byte[] MAGIC = "ustar".getBytes(StandardCharsets.US_ASCII);
  private static final int SIZE_AT = 124;
  private static final int TYPE_AT = 156;
  private static final int PREFIX_AT = 345;
  private static final int MAX_EXTENSION = 1024 * 1024;

  private final InputStream in;
  private Content content = new Content(InputStream.nullInputStream(), 0);

  /** A file, to be read before the next one is asked for. */
  record TarEntry(String name, InputStream content) {}

  TarEntries(InputStream in) {
    this.in = in;
  }

  /** Whether the first block of a stream is the header of a tar archive. */
  static boolean isTar(byte[] block) {
    if (block.length < BLOCK) {
      return false;
    }
    for (int i = 0; i < MAGIC.length; i++) {
      if (block[MAGIC_AT + i] != MAGIC[i]) {
        return false;
      }
    }
    return true;
  }

  /** The next file, or null after the last. */
  @Nullable TarEntry next() throws IOException {
    String longName = null;
    while (true) {
      content.skipRest();
      byte[] header = in.readNBytes(BLOCK);
      if (header.length < BLOCK || header[0] == 0) {
        return null;
      }
      content = new Content(in, size(header));
      char type = (char) header[TYPE_AT];
      if (type == 'L') {
        longName = text(content.readNBytes(MAX_EXTENSION), 0, MAX_EXTENSION);
      } else if (type == 'x') {
        longName = paxName(content.readNBytes(MAX_EXTENSION), longName);
      } else if (type == '0' || type == 0) {
        String prefix = text(header, PREFIX_AT, 155);
        String name = text(header, 0, 100);
        String whole = prefix.isEmpty() ? name : prefix + "/" + name;
        return new TarEntry(longName == null ? whole : longName, content);
      } else {
        longName = null;
      }
    }
  }

  private static @Nullable String paxName(byte[] records, @Nullable String before) {
    String name = before;
    for (String line : new String(records, StandardCharsets.UTF_8).split("\n", -1)) {
      int path = line.indexOf(" path=");
      name = path < 0 ? name : line.substring(path + " path=".length());
    }
    return name;
  }

  private static String text(byte[] bytes, int from, int length) {
    int end = from;
    while (end < Math.min(bytes.length, from + length) && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, from, end - from, StandardCharsets.UTF_8);
  }

  /** Octal digits, or binary if the first bit is set. */
  private static long size(byte[] header) throws IOException {
    if ((header[SIZE_AT] & 0x80) != 0) {
      long size = 0;
      for (int i = 4; i < 12; i++) {
        size = (size << 8) | (header[SIZE_AT + i] & 0xff);
      }
      return checked(size);
    }
    try {
      String octal = text(header, SIZE_AT, 12).strip();
      return checked(octal.isEmpty() ? 0 : Long.parseLong(octal, 8));
    } catch (NumberFormatException broken) {
      throw new IOException("tar archive with a broken size", broken);
    }
  }

  private static long checked(long size) throws IOException {
    if (size < 0 || size > Long.MAX_VALUE - BLOCK) {
      throw new IOException("tar archive with a broken size");
    }
    return size;
  }

  /** The bytes of one file, and the padding behind it. */
  private static final class Content extends FilterInputStream {
    private long left;
    private long padding;

    Content(InputStream in, long size) {
      super(in);
      left = size;
      padding = (BLOCK - size % BLOCK) % BLOCK;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      int read = in.read(to, from, (int) Math.min(length, left));
      if (read < 0) {
        throw new IOException("tar archive that is cut off");
      }
      left -= read;
      return read;
    }

    void skipRest() throws IOException {
      skipNBytes(left);
      left = 0;
      in.skipNBytes(padding);
      padding = 0;
    }

    @Override
    public long skip(long count) throws IOException {
      long skipped = in.skip(Math.min(count, left));
      left -= skipped;
      return skipped;
    }

    @Override
    public int available() throws IOException {
      return (int) Math.min(in.available(), left);
    }

    @Override
    public boolean markSupported() {
      return false;
    }

    @Override
    public void close() {
      // The archive is read on.
    }
  }
}
