package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lagwatch.exporter.ingest.ReportBody;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.ClusterPoll.Offsets;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.replay.TimelineLine.OffsetsLine;
import io.lagwatch.exporter.replay.TimelineLine.PollErrorLine;
import io.lagwatch.exporter.replay.TimelineLine.ReportLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelineTest {
  private static final Instant AT = Instant.parse("2026-03-02T00:00:00.900Z");
  private static final String POLL =
      "{\"at\":\"2026-03-02T00:00:07.950Z\",\"offsets\":{\"cluster\":\"default\",\"topics\":{\"a\":{\"0\":"
          + "{\"earliest\":1,\"latest\":9}}}}}";

  @TempDir Path folder;
  private final List<String> unreadable = new ArrayList<>();

  @Test
  void readsBackWhatWasRecorded() throws IOException {
    var file = folder.resolve("record.jsonl");
    var body = ReportBody.smallest().with("/queries/0/name", "\"two\\nlines 課程\"");
    var poll =
        new ClusterPoll(
            "main",
            Map.of(
                new TopicPartition("a", 0), new Offsets(9007199254740993L, 3L),
                new TopicPartition("a", 11), new Offsets(0, null)),
            Map.of(new TopicPartition("b", 1), "LEADER_NOT_AVAILABLE"),
            Map.of("c", "TOPIC_AUTHORIZATION_FAILED"),
            Set.of("d"));
    var took = Duration.ofMillis(37);
    try (var recorder = Recorder.open(file)) {
      recorder.report(body.bytes(), AT);
      recorder.polled(poll, AT.plusSeconds(1), took);
      recorder.pollFailed("main", "TIMEOUT", "no answer \"yet\"\n", AT.plusSeconds(2), took);
    }
    assertThat(read(file))
        .containsExactly(
            new ReportLine(AT, body.accepted()),
            new OffsetsLine(AT.plusSeconds(1), poll, took),
            new PollErrorLine(AT.plusSeconds(2), "main", "TIMEOUT", "no answer \"yet\"\n", took));
    assertThat(unreadable).isEmpty();
    assertThat(Files.readAllLines(file)).hasSize(3);
  }

  @Test
  void readsBackTopicIdsTheClusterAndBothEndOffsets() throws IOException {
    var file = folder.resolve("record.jsonl");
    var poll =
        new ClusterPoll(
            "main",
            Map.of(
                new TopicPartition("a", 0), new Offsets(9, 3L, 7L),
                new TopicPartition("a", 1), new Offsets(9, null, null)),
            Map.of(),
            Map.of(),
            Set.of(),
            Map.of("a", "dYTbFHVLQjGLlkIuvIWlpA"),
            new ClusterPoll.ClusterIdentity(
                "cluster-1",
                List.of("b1:9092", "[::1]:9092"),
                List.of("lb:9092"),
                "read_uncommitted"));
    var unknown =
        new ClusterPoll(
            "main",
            Map.of(),
            Map.of(),
            Map.of(),
            Set.of(),
            Map.of(),
            new ClusterPoll.ClusterIdentity(null, List.of(), List.of(), null));
    try (var recorder = Recorder.open(file)) {
      recorder.polled(poll, AT, Duration.ZERO);
      recorder.polled(unknown, AT, Duration.ZERO);
    }
    assertThat(read(file))
        .containsExactly(
            new OffsetsLine(AT, poll, Duration.ZERO), new OffsetsLine(AT, unknown, Duration.ZERO));
  }

  @Test
  void keepsAReportOnOneLineHoweverItCame() throws IOException {
    var file = folder.resolve("record.jsonl");
    var flat = new String(ReportBody.smallest().bytes(), StandardCharsets.UTF_8);
    var pretty = flat.replace(",", ",\r\n  ");
    try (var recorder = Recorder.open(file)) {
      recorder.report(pretty.getBytes(StandardCharsets.UTF_8), AT);
      recorder.report((" \n" + flat).getBytes(StandardCharsets.UTF_8), AT);
      recorder.report(flat.getBytes(StandardCharsets.UTF_16BE), AT);
      recorder.report(flat.getBytes(StandardCharsets.UTF_16LE), AT);
      recorder.report(("\ufeff" + flat).getBytes(StandardCharsets.UTF_8), AT);
    }
    var report = new ReportLine(AT, ReportBody.smallest().accepted());
    assertThat(read(file)).containsExactly(report, report, report, report, report);
  }

  @Test
  void readsLinesWithoutTheFieldsThatCameLater() throws IOException {
    var error =
        "{\"at\":\"2026-03-02T00:00:08Z\",\"pollError\":{\"cluster\":\"default\",\"message\":\"gone\"},\"x\":1}";
    assertThat(read(write(POLL + "\n" + error + "\n")))
        .containsExactly(
            new OffsetsLine(
                Instant.parse("2026-03-02T00:00:07.950Z"),
                new ClusterPoll(
                    "default",
                    Map.of(new TopicPartition("a", 0), new Offsets(9, 1L)),
                    Map.of(),
                    Map.of(),
                    Set.of()),
                Duration.ZERO),
            new PollErrorLine(
                Instant.parse("2026-03-02T00:00:08Z"),
                "default",
                "unknown",
                "gone",
                Duration.ZERO));
  }

  @Test
  void namesLinesItCannotReadAndGoesOn() throws IOException {
    var file =
        write(
            String.join(
                "\n",
                "hello",
                "[]",
                "{\"at\":\"2026-03-02T00:00:07Z\"}",
                "",
                "{\"at\":7,\"offsets\":{}}",
                "{\"at\":\"2026-03-02T00:00:07Z\",\"report\":{\"protocol\":2}}",
                "{\"at\":\"2026-03-02T00:00:07Z\",\"offsets\":{\"topics\":{}}}",
                "{\"at\":\"2026-03-02T00:00:07Z\",\"offsets\":{\"cluster\":\"c\",\"topics\":{\"a\":{\"x\":{}}}}}",
                "{\"at\":\"2026-03-02T00:00:07Z\",\"offsets\":{\"cluster\":\"c\",\"topics\":{\"a\":{\"0\":{\"latest\":-1}}}}}",
                POLL,
                ""));
    assertThat(read(file)).hasSize(1).first().isInstanceOf(OffsetsLine.class);
    assertThat(unreadable)
        .containsExactly(
            file + ":1: expected JSON, found it broken at column 1",
            file + ":2: expected a JSON object, found something else",
            file + ":3: expected report, offsets or pollError, found none of them",
            file + ":5: at: expected a time from 1970 to 2199 as 2026-01-31T23:59:59.999Z, found 7",
            file
                + ":6: report.protocol: expected report protocol 1, found 2; if the listener is"
                + " newer than the exporter, upgrade the exporter first",
            file + ":7: offsets.cluster: expected text, found nothing",
            file + ":8: offsets: expected numbers as partitions of a, found x",
            file + ":9: offsets: expected latest of a-0 to be a whole number, found -1");
  }

  @Test
  void passesOverATimeThatNoClockShows() throws IOException {
    var far = POLL.replace("2026-", "+9999920-").replace("\"at\":\"2026", "\"at\":\"+9999920");
    assertThat(far).isNotEqualTo(POLL);
    assertThat(read(write(far + "\n" + POLL + "\n"))).hasSize(1);
    assertThat(unreadable).singleElement().asString().contains("expected a time from 1970 to 2199");
  }

  @Test
  void readsOverAByteOrderMark() throws IOException {
    assertThat(read(write("\uFEFF" + POLL + "\n"))).hasSize(1);
    assertThat(unreadable).isEmpty();
  }

  @Test
  void takesATornLastLineForNormal() throws IOException {
    var file = write(POLL + "\n" + POLL.substring(0, 50));
    var torn = new ArrayList<Boolean>();
    try (var reader = TimelineReader.open(file, line -> torn.add(line.torn()))) {
      assertThat(reader.next()).isNotNull();
      assertThat(reader.next()).isNull();
    }
    assertThat(torn).containsExactly(true);
    assertThat(read(write(POLL + "\n" + POLL))).hasSize(2);
  }

  @Test
  void readsGzipByItsBytesAndSaysWhereItIsCut() throws IOException {
    var zipped = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(zipped)) {
      gzip.write((POLL + "\n").repeat(3).getBytes(StandardCharsets.UTF_8));
    }
    var file = folder.resolve("plain-name");
    assertThat(read(Files.write(file, zipped.toByteArray()))).hasSize(3);

    var cut = Arrays.copyOf(zipped.toByteArray(), zipped.size() - 6);
    try (var reader = TimelineReader.open(Files.write(file, cut), line -> {})) {
      for (int i = 0; i < 3; i++) {
        assertThat(reader.next()).isNotNull();
      }
      assertThatThrownBy(reader::next)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cut off");
    }
  }

  @Test
  void saysThatGzipIsBroken() throws IOException {
    var file =
        Files.write(
            folder.resolve("broken"), new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 7, 7});
    assertThatThrownBy(() -> read(file)).isInstanceOf(IOException.class);
  }

  @Test
  void readsAnEmptyFile() throws IOException {
    assertThat(read(write(""))).isEmpty();
    assertThat(unreadable).isEmpty();
  }

  @Test
  void passesOverALineTooLongToKeep() throws IOException {
    var file = folder.resolve("long");
    try (var out = Files.newOutputStream(file)) {
      var megabyte = "x".repeat(1024 * 1024).getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < 40; i++) {
        out.write(megabyte);
      }
      out.write(("\n" + POLL + "\n").getBytes(StandardCharsets.UTF_8));
    }
    assertThat(read(file)).hasSize(1);
    assertThat(unreadable)
        .containsExactly(
            file + ":1: expected a line of at most 33554432 bytes, found a longer one");
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("timeline.jsonl"), text);
  }

  private List<TimelineLine> read(Path file) throws IOException {
    var lines = new ArrayList<TimelineLine>();
    try (var reader = TimelineReader.open(file, line -> unreadable.add(line.toString()))) {
      for (var line = reader.next(); line != null; line = reader.next()) {
        lines.add(line);
      }
    }
    return lines;
  }
}
