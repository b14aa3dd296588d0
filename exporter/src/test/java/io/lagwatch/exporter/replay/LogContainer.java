package io.lagwatch.exporter.replay;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import net.jpountz.lz4.LZ4BlockOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.xerial.snappy.SnappyFramedOutputStream;
import org.xerial.snappy.SnappyOutputStream;

/** In what a log is kept. */
enum LogContainer {
  PLAIN,
  GZ,
  ZST,
  LZ4_OF_SPARK,
  LZ4,
  SNAPPY_OF_SPARK,
  SNAPPY,
  ZIP,
  TAR,
  TAR_GZ,
  GZ_IN_ZIP,
  TAR_GZ_IN_ZIP,
  FOLDER,
  STANDARD_INPUT;

  private static final int TAR_BLOCK = 512;

  /** What is given to the command, and what it can read from standard input. */
  record Packed(List<String> arguments, InputStream in) {}

  /**
   * Writes files of a log.
   *
   * @param files in the order of time; they are given in the other order
   */
  Packed write(Path folder, List<byte[]> files) throws IOException {
    return switch (this) {
      case STANDARD_INPUT -> new Packed(List.of("-"), new ByteArrayInputStream(joined(files)));
      case ZIP -> packed(folder, "logs.zip", zip(files, ".log"));
      case TAR -> packed(folder, "logs.tar", tar(files));
      case TAR_GZ -> packed(folder, "logs.tgz", GZ.compress(tar(files)));
      case TAR_GZ_IN_ZIP ->
          packed(folder, "logs.zip", zip(List.of(GZ.compress(tar(files))), ".tar.gz"));
      case GZ_IN_ZIP -> {
        var compressed = new ArrayList<byte[]>();
        for (byte[] file : files) {
          compressed.add(GZ.compress(file));
        }
        yield packed(folder, "logs.zip", zip(compressed, ".log.gz"));
      }
      case FOLDER -> {
        Path logs = Files.createDirectories(folder.resolve("logs"));
        write(logs, files, "");
        yield new Packed(List.of(logs.toString()), InputStream.nullInputStream());
      }
      case PLAIN, GZ, ZST, LZ4_OF_SPARK, LZ4, SNAPPY_OF_SPARK, SNAPPY ->
          new Packed(write(folder, files, ""), InputStream.nullInputStream());
    };
  }

  /** Writes one file for each, named as rolled files are: the last has no number. */
  private List<String> write(Path folder, List<byte[]> files, String suffix) throws IOException {
    var names = new ArrayList<String>();
    for (int i = 0; i < files.size(); i++) {
      int age = files.size() - 1 - i;
      Path file = folder.resolve("driver.log" + (age == 0 ? "" : "." + age) + suffix);
      names.add(Files.write(file, compress(files.get(i))).toString());
    }
    Collections.reverse(names);
    return names;
  }

  private byte[] compress(byte[] bytes) throws IOException {
    var to = new ByteArrayOutputStream();
    try (OutputStream over = over(to)) {
      over.write(bytes);
    }
    return to.toByteArray();
  }

  private OutputStream over(OutputStream to) throws IOException {
    return switch (this) {
      case GZ -> new GZIPOutputStream(to);
      case ZST -> new ZstdOutputStream(to);
      case LZ4_OF_SPARK -> new LZ4BlockOutputStream(to);
      case LZ4 -> new LZ4FrameOutputStream(to);
      case SNAPPY_OF_SPARK -> new SnappyOutputStream(to);
      case SNAPPY -> new SnappyFramedOutputStream(to);
      default -> to;
    };
  }

  private static Packed packed(Path folder, String name, byte[] archive) throws IOException {
    Path file = Files.write(folder.resolve(name), archive);
    return new Packed(List.of(file.toString()), InputStream.nullInputStream());
  }

  private static byte[] joined(List<byte[]> files) {
    var to = new ByteArrayOutputStream();
    files.forEach(to::writeBytes);
    return to.toByteArray();
  }

  private static byte[] zip(List<byte[]> files, String suffix) throws IOException {
    var to = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(to)) {
      for (int i = files.size() - 1; i >= 0; i--) {
        zip.putNextEntry(new ZipEntry("logs/" + (files.size() - i) + suffix));
        zip.write(files.get(i));
      }
    }
    return to.toByteArray();
  }

  private static byte[] tar(List<byte[]> files) {
    var to = new ByteArrayOutputStream();
    for (int i = files.size() - 1; i >= 0; i--) {
      byte[] file = files.get(i);
      byte[] header = new byte[TAR_BLOCK];
      put(header, 0, "logs/" + (files.size() - i) + ".log");
      put(header, 100, "0000644\0" + "0000000\0" + "0000000\0");
      put(header, 124, "%011o\0%011o\0        0".formatted(file.length, 0));
      put(header, 257, "ustar\00000");
      int sum = 0;
      for (byte b : header) {
        sum += b;
      }
      put(header, 148, "%06o\0 ".formatted(sum));
      to.writeBytes(header);
      to.writeBytes(Arrays.copyOf(file, (file.length + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK));
    }
    to.writeBytes(new byte[2 * TAR_BLOCK]);
    return to.toByteArray();
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }
}
