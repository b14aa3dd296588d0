package io.lagwatch.exporter.web;

import static io.lagwatch.exporter.web.Browser.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ReplayHtml;
import io.lagwatch.exporter.replay.ReplayCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The page of a replay, opened as a file. */
class ReplayPageIT {
  @TempDir private Path folder;

  @Test
  void showsTheChartsWithoutAnyOtherFile() throws IOException {
    Path page = Files.writeString(folder.resolve("replay.html"), replayed("capacity-loss"));
    try (var browser = new Browser()) {
      browser.complaints();
      browser.open(page.toUri().toString());
      soon()
          .until(
              () -> browser.number("document.querySelectorAll('.plot[data-drawn]').length") >= 5);

      for (String chart : new String[] {"lag", "behind", "rates", "batch", "phases"}) {
        assertThat(browser.text("figure[data-chart=" + chart + "] .u-legend")).isNotBlank();
      }
      assertThat(browser.text("figure[data-chart=lag] .u-legend")).containsPattern("\\d,\\d{3}");
      assertThat(browser.text("section h2")).isEqualTo("course-tiles / course-activity-tile");
      assertThat(browser.text("table")).contains("LagGrowing");
      assertThat(browser.number("performance.getEntriesByType('resource').length")).isZero();
      assertThat(Legibility.faint(browser)).isEmpty();
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private String replayed(String scenario) throws IOException {
    Path recording = folder.resolve(scenario + ".jsonl.gz");
    try (var in = ReplayPageIT.class.getResourceAsStream("/scenarios/" + scenario + ".jsonl.gz")) {
      Files.copy(Objects.requireNonNull(in), recording);
    }
    var page = new StringWriter();
    var command = new CommandLine(new ReplayCommand(Map.of(), new ReplayHtml()));
    command.setOut(new PrintWriter(page, true));
    assertThat(command.execute("--format", "html", recording.toString())).isZero();
    return page.toString();
  }
}
