package io.lagwatch.exporter.replay;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.zip.GZIPInputStream;
import net.jpountz.lz4.LZ4BlockInputStream;
import net.jpountz.lz4.LZ4FrameInputStream;
import org.xerial.snappy.SnappyFramedInputStream;
import org.xerial.snappy.SnappyInputStream;

/**
 * The plain bytes of a file, whatever it is compressed with, also twice: told by its first bytes,
 * not by its name. Zstandard, LZ4 and Snappy as Spark's {@code CompressionCodec} writes its event
 * logs (LZ4 in the block stream of lz4-java, Snappy in that of snappy-java) and as their own tools
 * write files, gzip as people archive files. An event log that is cut off, as that of a killed
 * driver, ends where it is cut; gzip that is cut off has lost its end on the way and says so with
 * an {@link IOException}.
 */
final class Decompression {
  /** More than this is not unpacked from a file that grows by more than {@link #MAX_RATIO}. */
  static final long UNPACKED_UNCHECKED = 64L * 1024 * 1024;

  /** Logs shrink to a hundredth at most. */
  static final int MAX_RATIO = 400;

  private static final int LEVELS = 3;
  private static final int BUFFER = 64 * 1024;
  private static final byte[] GZIP = {0x1f, (byte) 0x8b};
  private static final byte[] ZSTD = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
  private static final byte[] LZ4_BLOCK = "LZ4Block".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LZ4_FRAME = {0x04, 0x22, 0x4d, 0x18};
  private static final byte[] SNAPPY = {(byte) 0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0};
  private static final byte[] SNAPPY_FRAME = {(byte) 0xff, 6, 0, 0, 's', 'N', 'a', 'P'};
  private static final byte[] BZIP2 = {'B', 'Z', 'h'};
  private static final byte[] XZ = {(byte) 0xfd, '7', 'z', 'X', 'Z', 0};
  private static final byte[] SEVEN_ZIP = {'7', 'z', (byte) 0xbc, (byte) 0xaf};

  private Decompression() {}

  static InputStream of(InputStream stream) throws IOException {
    var packed = new ByteCounter(stream);
    InputStream in = new BufferedInputStream(packed, BUFFER);
    for (int level = 0; level < LEVELS; level++) {
      InputStream inner = unpacked(in);
      if (inner == in) {
        return level == 0
            ? in
            : new BufferedInputStream(new UnpackedBytes(in, packed::count), BUFFER);
      }
      in = inner.markSupported() ? inner : new BufferedInputStream(inner, BUFFER);
    }
    return new BufferedInputStream(new UnpackedBytes(in, packed::count), BUFFER);
  }

  /** The bytes that come out of an archive's entry, which has {@code packed} bytes in it. */
  static InputStream bounded(InputStream in, long packed) {
    return new UnpackedBytes(in, () -> packed);
  }

  private static InputStream unpacked(InputStream in) throws IOException {
    in.mark(LZ4_BLOCK.length);
    byte[] magic;
    try {
      magic = in.readNBytes(LZ4_BLOCK.length);
    } catch (EOFException cutEventLog) {
      return InputStream.nullInputStream();
    }
    in.reset();
    if (begins(magic, GZIP)) {
      return new WholeGzip(in);
    }
    if (begins(magic, ZSTD)) {
      // Continuous: the file of a driver that was killed ends in the middle of a frame.
      return new ZstdInputStream(in).setContinuous(true);
    }
    if (begins(magic, LZ4_BLOCK)) {
      return LZ4BlockInputStream.newBuilder().withStopOnEmptyBlock(false).build(in);
    }
    if (begins(magic, LZ4_FRAME)) {
      return new LZ4FrameInputStream(in);
    }
    if (begins(magic, SNAPPY_FRAME)) {
      return new SnappyFramedInputStream(in);
    }
    if (begins(magic, BZIP2) || begins(magic, XZ) || begins(magic, SEVEN_ZIP)) {
      throw new IOException(
          "bzip2, xz or 7z: unpack it first, or pass it through a pipe to standard input (-)");
    }
    return begins(magic, SNAPPY) ? new SnappyInputStream(in) : in;
  }

  /** Ends the reading of a file that unpacks to far more than logs do. */
  private static final class UnpackedBytes extends FilterInputStream {
    private final LongSupplier packed;
    private long count;

    UnpackedBytes(InputStream in, LongSupplier packed) {
      super(in);
      this.packed = packed;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      int read = super.read(to, from, length);
      count += Math.max(0, read);
      if (count > UNPACKED_UNCHECKED && count / MAX_RATIO > packed.getAsLong()) {
        throw new IOException(
            "more than "
                + (UNPACKED_UNCHECKED >> 20)
                + " MB that unpack to more than "
                + MAX_RATIO
                + " times their size: this is not a log");
      }
      return read;
    }

    @Override
    public boolean markSupported() {
      return false;
    }
  }

  private static final class WholeGzip extends GZIPInputStream {
    WholeGzip(InputStream in) throws IOException {
      super(in, BUFFER);
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      try {
        return super.read(to, from, length);
      } catch (EOFException early) {
        throw new IOException("gzip that is cut off", early);
      }
    }
  }

  private static boolean begins(byte[] bytes, byte[] with) {
    return bytes.length >= with.length
        && Arrays.equals(bytes, 0, with.length, with, 0, with.length);
  }
}
