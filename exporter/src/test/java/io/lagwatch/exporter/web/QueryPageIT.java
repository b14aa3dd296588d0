package io.lagwatch.exporter.web;

import static io.lagwatch.exporter.web.Browser.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.scenario.Story;
import io.lagwatch.exporter.watch.Snapshots;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryPageIT {
  private static final String PATH = "/queries/course-tiles/course-activity-tile";

  private static PageStage stage;
  private static Browser browser;
  private static String home;
  private static String page;

  @BeforeAll
  static void start() {
    stage = new PageStage(Story.TROUBLE, 0);
    browser = new Browser();
    home = "http://127.0.0.1:" + stage.port() + "/";
    page = "http://127.0.0.1:" + stage.port() + PATH;
  }

  @AfterAll
  static void stop() {
    browser.close();
    stage.close();
  }

  @BeforeEach
  void open() {
    browser.complaints();
    browser.open(page);
    soon().until(() -> charts() == 7);
  }

  @Test
  void showsTheProblemAndRecommendations() {
    assertThat(browser.text("h1")).isEqualTo("course-activity-tile");
    assertThat(browser.text(".lead")).contains("running", "records wait to be read");
    assertThat(browser.text(".alerts")).contains("LagGrowing", "growing for");
    assertThat(browser.text(".advice"))
        .contains("Partition learning.progress-5 has", "minPartitions=16", "half the trigger");
    assertThat(browser.texts(".partitions tbody th")).hasSize(8).startsWith("learning.progress-5");

    browser.find(".alerts .since a").click();
    assertThat(browser.address()).isEqualTo(home + "runbook#sparkstreaminglaggrowing");
    assertThat(browser.texts("h2:target")).containsExactly("SparkStreamingLagGrowing");
  }

  @Test
  void drawsTheChartsWithTheNewestValues() {
    for (var chart :
        new String[] {"lag", "behind", "rates", "batch", "phases", "watermark", "state"}) {
      assertThat(inked(chart)).as(chart).isGreaterThan(200);
    }
    assertThat(browser.text("figure[data-chart=lag] .u-legend"))
        .containsPattern("Lag:?\\s*\\d{3},\\d{3}");
    assertThat(browser.text("figure[data-chart=phases] .u-legend"))
        .contains("addBatch", "walCommit");
    assertThat(browser.texts("figure .words")).hasSize(7).allMatch(words -> words.length() > 20);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void updatesItselfWithoutDrawingAgain() {
    // A story of its own: time that passes here must not pass for the other tests.
    try (var moving = new PageStage(Story.TROUBLE, 0)) {
      browser.open("http://127.0.0.1:" + moving.port() + PATH);
      soon().until(() -> charts() == 7);
      assertUpdates(moving);
    }
  }

  private static void assertUpdates(PageStage moving) {
    browser.run("document.querySelector('details').open = true");
    browser.run("window.kept = document.querySelector('figure[data-chart=lag] canvas')");
    var before = browser.text("figure[data-chart=lag] .u-legend");
    var batch = browser.text("figure[data-chart=phases] .u-legend");

    moving.moveOn(Duration.ofSeconds(90));

    soon().until(() -> !browser.text("figure[data-chart=lag] .u-legend").equals(before));
    soon().until(() -> !browser.text("figure[data-chart=phases] .u-legend").equals(batch));
    assertThat(browser.run("return kept.isConnected")).isEqualTo(true);
    assertThat(browser.texts("#announce")).as("numbers are not read out").containsExactly("");
    assertThat(browser.run("return document.querySelector('details').open")).isEqualTo(true);
    assertThat(charts()).isEqualTo(7);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void theChartsFollowLightAndDark() {
    var light = browser.run("return document.querySelector('canvas').toDataURL()");
    assertThat(Legibility.faint(browser)).isEmpty();

    browser.dark(true);

    soon()
        .until(
            () ->
                !browser.run("return document.querySelector('canvas').toDataURL()").equals(light));
    assertThat(Legibility.faint(browser)).isEmpty();
  }

  @Test
  void aNarrowScreenNeedsNoScrollingSideways() {
    browser.size(360, 800);

    soon().until(() -> browser.number("document.documentElement.scrollWidth") <= 360);
    soon().until(() -> browser.number("document.querySelector('.uplot').clientWidth") <= 340);
  }

  @ParameterizedTest
  @ValueSource(ints = {1300, 1200, 900})
  void tablesBesideEachOtherShowAllTheirColumns(int width) {
    browser.size(width, 900);

    soon()
        .until(
            () ->
                browser.number(
                        "Math.max(...[...document.querySelectorAll('.beside .scroll')]"
                            + ".map(table => table.scrollWidth - table.clientWidth))")
                    == 0);
  }

  @Test
  void showsSparklinesAndTextWithoutScripts() {
    browser.scripts(false);
    browser.reopen(page);

    assertThat(browser.text("figure[data-chart=lag] .words")).contains("in the last hour");
    assertThat(browser.find("figure[data-chart=lag] svg.trend").isDisplayed()).isTrue();
    assertThat(browser.text(".partitions")).contains("learning.progress-5");
    assertThat(browser.text(".numbers")).contains("Time behind");
  }

  @Test
  void aQueryOfAnyNameIsReachedByItsLink() {
    var names = new String[] {"a/b?c#d%25 \"e' <i>\\ü🚀", "..", "名".repeat(500)};
    try (var server = RunningServer.withoutToken()) {
      for (var name : names) {
        server.watch.show(() -> Snapshots.of(Snapshots.query(name, name).build()));
        browser.open("http://127.0.0.1:" + server.port() + "/");
        browser.find("tbody .name").click();

        assertThat(browser.text("h1")).isEqualTo(name);
        assertThat(browser.text(".where")).contains(name);
        browser.size(360, 800);
        assertThat(browser.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(360);
        browser.find(".where a:last-child").click();
        assertThat(browser.texts("tbody .name")).containsExactly(name);
      }
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static long charts() {
    return browser.number("document.querySelectorAll('figure canvas').length");
  }

  /** How many pixels of a chart are neither empty nor of the background. */
  private static long inked(String chart) {
    var canvas = "document.querySelector('figure[data-chart=" + chart + "] canvas')";
    return browser.number(
        "(c => c.getContext('2d').getImageData(0, 0, c.width, c.height).data"
            + ".filter((v, i) => i % 4 === 3 && v > 100).length)("
            + canvas
            + ")");
  }
}
