package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineFilterTest {
  private static FileLines lines(String text) throws IOException {
    return FileLines.of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> kept(String text) throws IOException {
    var kept = new ArrayList<String>();
    try (FileLines lines = lines(text)) {
      for (byte[] line = lines.next(LineFilter.DRIVER_LOG);
          line != null;
          line = lines.next(LineFilter.DRIVER_LOG)) {
        kept.add(new String(line, StandardCharsets.UTF_8));
      }
    }
    return kept;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "made progress: {",
        "{",
        "Starting q [id = 1, runId = 2]",
        "has been idle and waiting for new data more than 10000 ms",
        "\u001b[31mred",
        "SparkContext: Running Spark version 3.5.1",
        "SparkContext: Submitted application: parcels",
        "Connected to Spark cluster with app ID app-20250304055900-0001",
        "Committed offsets for batch 3. Metadata OffsetSeqMetadata(0)",
        "Successfully stopped SparkContext",
      })
  void keepsALineThatCanMatter(String line) throws IOException {
    assertThat(kept("a\nb\n" + line + "\nc\nd\n")).contains(line).doesNotContain("b", "c");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "INFO x = 1",
        "runId=1",
        "idle and waiting",
        "w",
        "= 1",
        "wwww",
        "app-1 S",
        "DC"
      })
  void skipsALineThatCannot(String line) throws IOException {
    assertThat(kept("a\n" + line + "\nb\nlast {\n")).doesNotContain(line);
  }

  @Test
  void tellsTheLastSkippedLineThatIsNotEmpty() throws IOException {
    try (FileLines lines = lines("\nfirst\nsecond\n\n{\nthird\n")) {
      assertThat(lines.next(LineFilter.ALL)).isEmpty();
      assertThat(lines.next(LineFilter.DRIVER_LOG)).asString().isEqualTo("{");
      assertThat(lines.skipped()).asString().isEqualTo("second");
      assertThat(lines.number()).isEqualTo(5);
      assertThat(lines.next(LineFilter.DRIVER_LOG)).isNull();
      assertThat(lines.skipped()).asString().isEqualTo("third");
      assertThat(lines.number()).isEqualTo(6);
    }
  }

  @Test
  void readsEveryLineWhateverTheBuffersCut() throws IOException {
    var text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append(i % 100 == 0 ? "{ " : "x ").append(i).append(" y".repeat(i % 40)).append('\n');
    }
    assertThat(kept(text.toString()).stream().filter(line -> line.startsWith("{"))).hasSize(200);
    try (FileLines lines = lines(text.toString())) {
      int count = 0;
      while (lines.next() != null) {
        count++;
      }
      assertThat(count).isEqualTo(20_000);
    }
  }
}
