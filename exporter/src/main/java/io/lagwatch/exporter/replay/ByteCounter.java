package io.lagwatch.exporter.replay;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes that are read from a stream. Not thread-safe. */
final class ByteCounter extends FilterInputStream {
  private long count;

  ByteCounter(InputStream in) {
    super(in);
  }

  long count() {
    return count;
  }

  @Override
  public int read() throws IOException {
    int one = super.read();
    count += one < 0 ? 0 : 1;
    return one;
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    int read = super.read(to, from, length);
    count += Math.max(0, read);
    return read;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
