package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What {@code replay} says of its input, and what it refuses. */
class ReplayInputTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int replay(Object... arguments) {
    return replay(false, arguments);
  }

  private int replay(boolean isTerminal, Object... arguments) {
    var command =
        new CommandLine(new ReplayCommand(Map.of(), ReplayReport::title, isTerminal))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    return command.execute(
        Stream.concat(Stream.of("--format", "text"), Arrays.stream(arguments).map(String::valueOf))
            .toArray(String[]::new));
  }

  private Path log(String text) throws IOException {
    return Files.writeString(folder.resolve("driver.log"), text);
  }

  private static String progress(int batches) {
    return LogShapesTest.Form.PRETTY.of(batches);
  }

  @Test
  void readsStandardInputTwiceIfATimeBeforeItsEndIsGiven() {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(progress(5).getBytes(StandardCharsets.UTF_8)));
    try {
      assertThat(replay("--since", "90s", "-")).isZero();
    } finally {
      System.setIn(before);
    }
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .contains("batches 2, rows 200")
        .contains("read 5 progress, 0 starts, 0 ends from 1 application; 0 not used");
  }

  @Test
  void readsANamedPipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    Process writer = new ProcessBuilder("sh", "-c", "cat >'" + pipe + "'").start();
    try (var to = writer.getOutputStream()) {
      to.write(progress(5).getBytes(StandardCharsets.UTF_8));
    }
    assertThat(replay("--since", "90s", pipe)).isZero();
    assertThat(out.toString()).contains("batches 2, rows 200", "read 5 progress");
  }

  @Test
  void saysThatStandardInputIsEmpty() {
    InputStream before = System.in;
    System.setIn(InputStream.nullInputStream());
    try {
      assertThat(replay("-")).isEqualTo(2);
    } finally {
      System.setIn(before);
    }
    assertThat(err.toString()).startsWith("-: expected").contains("found an empty file");
  }

  @ParameterizedTest
  @CsvSource({
    "10,'UTC, in which they agree with the progress'",
    "12,'UTC+02:00, in which they agree with the progress'"
  })
  void saysInWhichZoneItReadTheTimesOfLines(int hour, String zone) throws IOException {
    Path log = log(progress(3).replace("27/05/06 10:", "27/05/06 " + hour + ":"));
    assertThat(replay(log)).isZero();
    assertThat(out.toString())
        .contains("times of log lines without a zone were read in " + zone + "; --zone sets");
  }

  @Test
  void doesNotSpeakOfTheZoneThatIsGiven() throws IOException {
    assertThat(replay(log(progress(3)), "--zone", "UTC")).isZero();
    assertThat(out.toString()).contains("read 3 progress").doesNotContain("--zone");
  }

  @Test
  void doesNotSpeakOfTheZoneOfTimesThatHaveOne() throws IOException {
    assertThat(replay(log(LogShapesTest.Form.JSON_LINES.of(3)))).isZero();
    assertThat(out.toString()).contains("read 3 progress").doesNotContain("--zone");
  }

  @ParameterizedTest
  @CsvSource({
    "'  \"timestamp\" : \"2027-05-06T10:01:00Z\",\n','',it has no timestamp",
    "'\"2027-05-06T10:01:00Z\"','\"soon\"','its timestamp cannot be read, found \"soon\"'",
    "'\"batchId\" : 1','\"batchId\" : \"b\"','its batchId cannot be read, found \"b\"'",
  })
  void saysWhatABlockLacks(String text, String instead, String lacks) throws IOException {
    String all = progress(3);
    assertThat(all).contains(text);
    Path log = log(all.replace(text, instead));
    assertThat(replay(log)).isEqualTo(1);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(log + ":35: a progress is not used: " + lacks);
    assertThat(out.toString())
        .contains("batches 2, rows 200")
        .contains("read 2 progress, 0 starts, 0 ends from 1 application; 1 not used");
  }

  @Test
  void saysThatABlockHasNoRun() throws IOException {
    Path log = log(progress(1) + progress(2).replaceAll("  \"runId\" : .*\n", ""));
    assertThat(replay(log)).isEqualTo(1);
    assertThat(err.toString().lines())
        .hasSize(2)
        .allMatch(line -> line.endsWith("a progress is not used: it has no runId"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "zip"})
  void endsTheUnpackingOfABomb(String kind) throws IOException {
    Path bomb = folder.resolve("bomb." + kind);
    byte[] megabyte = new byte[1024 * 1024];
    try (var file = Files.newOutputStream(bomb)) {
      var zip = kind.equals("zip") ? new ZipOutputStream(file) : null;
      if (zip != null) {
        zip.putNextEntry(new ZipEntry("a.log"));
      }
      try (var to = zip == null ? new GZIPOutputStream(file) : zip) {
        for (int i = 0; i < 200; i++) {
          to.write(megabyte);
        }
      }
    }
    assertThat(replay(bomb)).isEqualTo(2);
    assertThat(err.toString()).contains("bomb." + kind).contains("this is not a log");
  }

  @Test
  void refusesAFolderWithMoreFilesThanItReads() throws IOException {
    for (int i = 0; i <= InputFiles.MAX_FILES; i++) {
      Files.createFile(folder.resolve("f" + i));
    }
    assertThat(replay(folder)).isEqualTo(2);
    assertThat(err.toString()).contains("expected at most 10000 files, found more");
  }

  @Test
  void namesTheTimeZoneThatIsUnknown() throws IOException {
    assertThat(replay("--zone", "Mars", log(progress(5)))).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "option '--zone': expected a time zone such as Europe/Berlin, UTC or +02:00, found"
                + " 'Mars'")
        .doesNotContain("java.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"BZh91AY&SY", "\u00fd7zXZ\0\0\0", "7z\u00bc\u00af'\u001c\0\0"})
  void saysWhatToDoWithAnUnknownCompression(String begin) throws IOException {
    Path file = folder.resolve("packed");
    Files.write(file, begin.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(replay(file)).isEqualTo(2);
    assertThat(err.toString())
        .contains("packed: ", "bzip2, xz or 7z: unpack it first, or pass it through a pipe");
  }

  @Test
  void saysThatAFileIsBinary() throws IOException {
    Path file = folder.resolve("data");
    Files.write(file, new byte[] {1, 2, (byte) 0xf1, 0, 7, 8, 9});
    assertThat(replay(file)).isEqualTo(2);
    assertThat(err.toString()).contains("driver's log", "found binary data");
  }

  @Test
  void readsWhatCanBeReadOfAnArchive() throws IOException {
    Path archive = folder.resolve("logs.zip");
    try (var zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      zip.putNextEntry(new ZipEntry("good.log"));
      zip.write(progress(3).getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry("cut.gz"));
      zip.write(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0});
    }
    assertThat(replay(archive)).isEqualTo(2);
    assertThat(err.toString()).contains("logs.zip!cut.gz: expected a file that can be read");
    assertThat(out.toString()).contains("batches 3, rows 300");
  }
}
