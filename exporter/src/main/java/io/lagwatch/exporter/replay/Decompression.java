package io.lagwatch.exporter.replay;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import net.jpountz.lz4.LZ4BlockInputStream;
import org.xerial.snappy.SnappyInputStream;

/**
 * The plain bytes of a file, whatever it is compressed with: told by its first bytes, not by its
 * name. Zstandard, LZ4 and Snappy as Spark's {@code CompressionCodec} writes its event logs (LZ4 in
 * the block stream of lz4-java, Snappy in that of snappy-java), gzip as people archive files. An
 * event log that is cut off, as that of a killed driver, ends where it is cut; gzip that is cut off
 * has lost its end on the way and says so with an {@link IOException}.
 */
final class Decompression {
  private static final int BUFFER = 64 * 1024;
  private static final byte[] GZIP = {0x1f, (byte) 0x8b};
  private static final byte[] ZSTD = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
  private static final byte[] LZ4_BLOCK = "LZ4Block".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SNAPPY = {(byte) 0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0};

  private Decompression() {}

  static InputStream of(InputStream stream) throws IOException {
    var in = new BufferedInputStream(stream, BUFFER);
    in.mark(LZ4_BLOCK.length);
    byte[] magic = in.readNBytes(LZ4_BLOCK.length);
    in.reset();
    if (begins(magic, GZIP)) {
      return new WholeGzip(in);
    }
    if (begins(magic, ZSTD)) {
      // Continuous: the file of a driver that was killed ends in the middle of a frame.
      return new BufferedInputStream(new ZstdInputStream(in).setContinuous(true), BUFFER);
    }
    if (begins(magic, LZ4_BLOCK)) {
      return LZ4BlockInputStream.newBuilder().withStopOnEmptyBlock(false).build(in);
    }
    return begins(magic, SNAPPY) ? new SnappyInputStream(in) : in;
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
