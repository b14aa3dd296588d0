package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4BlockOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xerial.snappy.SnappyOutputStream;
import picocli.CommandLine;

class ReplayCommandTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** The codecs of Spark's event logs, with the streams that Spark writes them with. */
  enum Codec {
    NONE,
    GZIP,
    ZSTD,
    LZ4,
    SNAPPY;

    OutputStream over(OutputStream to) throws IOException {
      return switch (this) {
        case NONE -> to;
        case GZIP -> new GZIPOutputStream(to);
        case ZSTD -> new ZstdOutputStream(to);
        case LZ4 -> new LZ4BlockOutputStream(to);
        case SNAPPY -> new SnappyOutputStream(to);
      };
    }
  }

  private int replay(Object... args) {
    var command = new CommandLine(new ReplayCommand(Map.of(), ReplayReport::title));
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(Stream.of(args).map(String::valueOf).toArray(String[]::new));
  }

  private static byte[] resource(String name) {
    try (var in = ReplayCommandTest.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private Path scenario(String name) throws IOException {
    return write(name, resource("/scenarios/" + name + ".jsonl.gz"));
  }

  private static byte[] compressed(Codec codec, byte[] bytes) throws IOException {
    var to = new ByteArrayOutputStream();
    try (OutputStream over = codec.over(to)) {
      over.write(bytes);
    }
    return to.toByteArray();
  }

  @Test
  void printsEachTransitionOfARecordingAsAJsonLine() throws IOException {
    Path config =
        write(
            "lagwatch.yml",
            "queries: [{match: '*', quietPeriod: 15m}]".getBytes(StandardCharsets.UTF_8));
    assertThat(replay(scenario("driver-killed"), "--config", config)).isZero();
    List<String> alerts =
        out.toString()
            .lines()
            .map(ReplayCommandTest::firing)
            .filter(alert -> !alert.isEmpty())
            .toList();
    assertThat(alerts).containsExactly("QueryLost", "LagGrowing", "NoInput");
    assertThat(out.toString())
        .contains("\"app\":\"course-tiles\",\"query\":\"course-activity-tile\"")
        .contains("none are processed");
  }

  private static String firing(String line) {
    try {
      var json = new ObjectMapper().readTree(line);
      assertThat(java.time.Instant.parse(json.path("at").asText())).isNotNull();
      return json.path("state").asText().equals("firing") ? json.path("alert").asText() : "";
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void summarizesForPeople() throws IOException {
    assertThat(replay("--format", "text", scenario("steady"))).isZero();
    assertThat(out.toString())
        .contains("course-tiles / course-activity-tile")
        .containsPattern("batches 479, rows 14,370,408, worst lag \\d\\d,\\d{3} records")
        .contains("no alert");
  }

  @ParameterizedTest
  @EnumSource(Codec.class)
  void readsAnEventLogThatSparkWrote(Codec codec) throws IOException {
    Path log = write("local-1", compressed(codec, resource("/replay/event-log.jsonl")));
    assertThat(replay("--format", "text", log)).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .contains("event log / rates")
        .contains("batches 6, rows 600")
        .contains("event log / failing")
        .contains("QueryFailed");
  }

  @Test
  void readsARolledEventLogInTheOrderOfItsNumbers() throws IOException {
    Path rolled = Files.createDirectory(folder.resolve("eventlog_v2_local-1"));
    byte[] log = resource("/replay/event-log.jsonl");
    int half = new String(log, StandardCharsets.UTF_8).indexOf('\n', log.length / 2) + 1;
    Files.write(
        rolled.resolve("events_10_local-1.zstd"),
        compressed(Codec.ZSTD, Arrays.copyOfRange(log, half, log.length)));
    Files.write(
        rolled.resolve("events_9_local-1.zstd"), compressed(Codec.ZSTD, Arrays.copyOf(log, half)));
    Files.createFile(rolled.resolve("appstatus_local-1"));
    assertThat(replay("--format", "text", rolled)).isZero();
    assertThat(out.toString()).contains("batches 6, rows 600");
  }

  @Test
  void anEventLogThatIsCutOffEndsThere() throws IOException {
    byte[] whole = compressed(Codec.ZSTD, resource("/replay/event-log.jsonl"));
    Path log = write("local-1.zstd.inprogress", Arrays.copyOf(whole, whole.length - 20));
    replay("--format", "text", log);
    assertThat(out.toString() + err).doesNotContain("Exception");
  }

  @Test
  void readsTheProgressInADriversLogAndNamesATornEnd() throws IOException {
    Path log = write("driver.log", resource("/replay/driver.log"));
    assertThat(replay("--format", "text", log)).isEqualTo(1);
    assertThat(out.toString()).contains("driver.log / rates").contains("batches 2, rows 200");
    assertThat(err.toString())
        .contains("driver.log:77: a progress is not used: the log ends inside it");
  }

  @Test
  void saysWhichLinesCannotBeReadAndReplaysTheOthers() throws IOException {
    String good = new String(resource("/replay/event-log.jsonl"), StandardCharsets.UTF_8);
    int second = good.indexOf('\n') + 1;
    Path log =
        write(
            "local-1",
            (good.substring(0, second) + "gibberish\n" + good.substring(second))
                .getBytes(StandardCharsets.UTF_8));
    assertThat(replay("--format", "text", log)).isEqualTo(1);
    assertThat(err.toString()).contains("local-1:2: expected an event of Spark");
    assertThat(out.toString()).contains("batches 6, rows 600", "1 not used");
  }

  @Test
  void refusesWhatIsNoTimeline() throws IOException {
    Path empty = write("empty.jsonl", new byte[0]);
    Path other = write("other.log", "hello\nworld\n".getBytes(StandardCharsets.UTF_8));
    assertThat(replay(empty, other, folder, folder.resolve("absent"))).isEqualTo(2);
    assertThat(err.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("empty.jsonl: expected").contains("empty file"),
            line ->
                assertThat(line)
                    .contains("other.log: expected")
                    .endsWith("found none in 2 lines, the first is: hello"),
            line ->
                assertThat(line).contains(folder + ": expected").contains("found none in 2 lines"),
            line -> assertThat(line).endsWith("absent: expected a file, found none"));
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void takesLinesThatGoBackInTimeAtTheTimeReached() throws IOException {
    String poll =
        "{\"at\":\"2026-03-02T00:%02d:00Z\",\"offsets\":{\"cluster\":\"c\",\"topics\":{}}}\n";
    Path log =
        write(
            "t.jsonl",
            (String.format(poll, 1) + String.format(poll, 2) + String.format(poll, 1))
                .getBytes(StandardCharsets.UTF_8));
    assertThat(replay(log)).isEqualTo(2);
    assertThat(err.toString()).contains("t.jsonl: 1 line is older than the line before");
  }

  @Test
  void refusesSettingsThatAreWrong() throws IOException {
    Path config =
        write(
            "lagwatch.yml",
            "queries: [{match: '*', quietPeriod: never}]".getBytes(StandardCharsets.UTF_8));
    assertThat(replay(scenario("steady"), "--config", config)).isEqualTo(2);
    assertThat(err.toString()).contains("quietPeriod");
  }

  @Test
  void aNightInWhichTheExporterWasDownRaisesNoAlarm() throws IOException {
    List<String> lines;
    try (var in = Decompression.of(Files.newInputStream(scenario("steady")))) {
      lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
    String kept =
        String.join(
            "\n", lines.stream().filter(l -> !l.startsWith("{\"at\":\"2026-03-02T01:")).toList());
    Path log = write("gap.jsonl", (kept + "\n").getBytes(StandardCharsets.UTF_8));
    assertThat(replay(log)).isZero();
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void reportsOnlyWhatIsInTheTimeGiven() throws IOException {
    assertThat(
            replay(
                "--format",
                "text",
                "--since",
                "2026-03-02T01:05",
                "--until",
                "2026-03-02T01:20",
                scenario("driver-killed")))
        .isZero();
    assertThat(out.toString())
        .contains("2026-03-02T01:05:00Z  firing    QueryLost")
        .containsPattern("QueryLost +from 2026-03-02T01:01:45Z, still firing after 18 min 14 s")
        .containsPattern("LagGrowing +from 2026-03-02T01:11:00Z, still firing after 8 min 59 s")
        .contains("batches 0, rows 0, ")
        .doesNotContain("NoInput", "longest batch");
  }

  @Test
  void aDurationCountsBackFromTheEnd() throws IOException {
    assertThat(replay("--format", "text", "--since", "1h", scenario("driver-killed"))).isZero();
    assertThat(out.toString())
        .contains("The driver did not report for 1 h from 2026-03-02 01:59:52");
  }

  @Test
  void aTimeOutsideOfTheInputIsAnError() throws IOException {
    assertThat(replay("--until", "2026-03-01", scenario("driver-killed"))).isEqualTo(2);
    assertThat(err.toString())
        .contains("--since, --until: expected a part of the time from 2026-03-02T00:00:00")
        .contains("found its start to 2026-03-01T00:00:00Z");
  }

  @Test
  void aTimeThatIsNoneIsAnErrorThatNamesTheOption() throws IOException {
    assertThat(replay("--until", "noon", scenario("driver-killed"))).isEqualTo(2);
    assertThat(err.toString()).startsWith("--until: expected a time such as").contains("'noon'");
  }

  @Test
  void anEndBeforeTheStartIsAnError() throws IOException {
    assertThat(
            replay(
                "--since",
                "2026-03-02T01:00",
                "--until",
                "2026-03-02T00:59",
                scenario("driver-killed")))
        .isEqualTo(2);
    assertThat(err.toString()).startsWith("--until: expected a time after --since");
  }

  @Test
  void reportsOnlyTheQueriesGiven() throws IOException {
    Path log = write("local-1", resource("/replay/event-log.jsonl"));
    assertThat(replay("--format", "text", "--query", "rat*", log)).isZero();
    assertThat(out.toString()).contains("/ rates").doesNotContain("failing");
  }

  @Test
  void aQueryThatIsNotThereIsAnErrorThatNamesTheOthers() throws IOException {
    Path log = write("local-1", resource("/replay/event-log.jsonl"));
    assertThat(replay("--query", "rate", log)).isEqualTo(2);
    assertThat(err.toString()).contains("found 'rate'; the queries are failing, rates");
  }
}
