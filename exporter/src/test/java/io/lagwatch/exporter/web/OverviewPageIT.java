package io.lagwatch.exporter.web;

import static io.lagwatch.exporter.web.Browser.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.scenario.Story;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

class OverviewPageIT {
  private static final String NAMES = "tbody .name";

  private static PageStage stage;
  private static Browser browser;
  private static String home;

  @BeforeAll
  static void start() {
    stage = new PageStage(Story.TROUBLE, 0);
    browser = new Browser();
    home = "http://127.0.0.1:" + stage.port() + "/";
  }

  @AfterAll
  static void stop() {
    browser.close();
    stage.close();
  }

  @BeforeEach
  void open() {
    browser.requests();
    browser.complaints();
    browser.open(home);
  }

  @Test
  void showsProblemsFirstAndTheWorstQueriesFirst() {
    assertThat(browser.text("h1")).isEqualTo("3 of 8 queries need attention");
    assertThat(browser.texts(".alerts b"))
        .contains("LagGrowing", "QueryFailed", "BatchNearTrigger");
    assertThat(browser.texts(NAMES))
        .hasSize(8)
        .startsWith("mail-digests", "course-activity-tile", "search-index");
    assertThat(browser.text("tr.critical .state")).contains("failed", "Task 3 failed 4 times");
    assertThat(browser.title()).matches("\\(\\d\\) Lagwatch");
  }

  @Test
  void loadsNothingFromOtherHostsAndFollowsItsPolicy() {
    browser.find("tbody .name").click();
    soon().until(() -> browser.texts("canvas").size() >= 5);
    browser.reopen(home + "runbook#sparkstreaminglaggrowing");

    assertThat(browser.requests()).hasSizeGreaterThan(7).allMatch(url -> url.startsWith(home));
    assertThat(browser.complaints()).isEmpty();

    // The console would have reported a violation.
    browser.run(
        "document.body.append(Object.assign(document.createElement('script'), {text: '1'}))");
    soon()
        .untilAsserted(
            () ->
                assertThat(browser.complaints())
                    .anyMatch(c -> c.contains("Content Security Policy")));
  }

  @Test
  void updatesItselfAndKeepsFocusScrollAndOpenParts() {
    browser.size(1280, 420);
    browser.run("scrollTo(0, 260)");
    var link = "a[href='queries/payments/fraud-scores']";
    browser.run("document.querySelector(arguments[0]).focus({preventScroll: true})", link);
    var before = browser.text("time");
    long scrolled = browser.number("scrollY");
    assertThat(scrolled).isPositive();

    stage.moveOn(Duration.ofSeconds(61));

    soon().until(() -> !browser.text("time").equals(before));
    assertThat(browser.focused().getAttribute("href")).endsWith("queries/payments/fraud-scores");
    assertThat(browser.number("scrollY")).isEqualTo(scrolled);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void filtersWhileTypingAndKeepsTheFilterInTheUrl() {
    var field = browser.find("input[name=q]");
    field.sendKeys("PAY");

    soon().until(() -> browser.texts(NAMES).size() == 2);
    assertThat(browser.texts(NAMES))
        .containsExactlyInAnyOrder("fraud-scores", "payments-to-ledger");
    assertThat(browser.text(".count")).isEqualTo("2 of 8 queries");
    assertThat(browser.focused().getAttribute("name")).isEqualTo("q");
    assertThat(browser.address()).isEqualTo(home + "?q=PAY");

    browser.find("a[data-view=all]").click();
    soon().until(() -> browser.texts(NAMES).size() == 8);
    assertThat(browser.find("input[name=q]").getAttribute("value")).isEmpty();

    browser.find("select").sendKeys("payments");
    soon().until(() -> browser.texts(NAMES).size() == 2);
    assertThat(browser.address()).isEqualTo(home + "?app=payments");

    browser.reopen(home + "?app=orders");
    assertThat(browser.texts(NAMES))
        .containsExactlyInAnyOrder("orders-enriched", "nightly-archive");
    assertThat(browser.find("select").getAttribute("value")).isEqualTo("orders");
  }

  @Test
  void sortsByAColumnInBothDirections() {
    browser.find("th a[href*='sort=lag']").click();
    soon().until(() -> browser.texts(NAMES).get(0).equals("nightly-archive"));
    assertThat(browser.texts("th[aria-sort=descending]").get(0)).startsWith("Lag, records");

    browser.find("th[aria-sort] a").click();
    soon().until(() -> browser.texts(NAMES).get(0).equals("fraud-scores"));
    assertThat(browser.find("th[aria-sort]").getAttribute("aria-sort")).isEqualTo("ascending");
    assertThat(browser.address()).endsWith("?sort=lag&order=reversed");
    assertThat(browser.focused().getText()).startsWith("Lag, records");
  }

  @Test
  void canBeUsedWithTheKeyboard() {
    long all = browser.number("document.querySelectorAll('a, input, select').length");
    var reached = new LinkedHashSet<String>();
    for (int i = 0; i < all; i++) {
      browser.focused().sendKeys(Keys.TAB);
      var focused = browser.focused();
      reached.add(focused.getTagName() + focused.getAttribute("href") + focused.getText());
      assertThat(focused.getCssValue("outline-style")).isNotEqualTo("none");
    }

    assertThat(reached)
        .anyMatch(one -> one.contains("/runbook#"))
        .anyMatch(one -> one.contains("sort=lag"));
    assertThat(browser.focused().getText()).isEqualTo("Alerts as JSON");
  }

  @Test
  void isLegibleInLightAndDark() {
    assertThat(Legibility.faint(browser)).isEmpty();
    var light = browser.run("return getComputedStyle(document.body).backgroundColor");

    browser.dark(true);

    assertThat(browser.run("return getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(20, 21, 24)")
        .isNotEqualTo(light);
    assertThat(Legibility.faint(browser)).isEmpty();
  }

  @Test
  void noWidthNeedsScrollingSideways() {
    for (int width : new int[] {600, 800, 1000, 1199, 1201, 1280, 1440, 2560}) {
      browser.size(width, 800);

      assertThat(browser.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(width);
    }
  }

  @Test
  void aNarrowScreenNeedsNoScrollingSideways() {
    browser.size(360, 800);

    assertThat(browser.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(360);
    assertThat(browser.texts(NAMES)).hasSize(8);
    assertThat(
            browser.run(
                "return getComputedStyle(document.querySelector('td[data-label]'),"
                    + " '::before').content"))
        .isEqualTo("\"State\"");
  }

  @Test
  void announcesStatesToScreenReaders() {
    assertThat(browser.texts("caption")).hasSize(1);
    assertThat(browser.number("document.querySelectorAll('th:not([scope])').length")).isZero();
    assertThat(
            browser.strings(
                "return [...document.querySelectorAll('svg.trend')].map(s => s.ariaLabel)"))
        .hasSize(8)
        .allMatch(label -> label.startsWith("Lag: "));
    assertThat(browser.number("document.querySelectorAll('[aria-live]').length")).isOne();
    assertThat(browser.find("html").getAttribute("lang")).isEqualTo("en");
  }

  @Test
  void worksWithoutScripts() {
    browser.scripts(false);
    browser.reopen(home);

    assertThat(browser.text("h1")).endsWith("queries need attention");
    assertThat(browser.text("table")).contains("payments-to-ledger");
    browser.find("th a[href*='sort=lag']").click();
    assertThat(browser.address()).endsWith("?sort=lag");
    assertThat(browser.text("tbody tr:first-child .name")).isEqualTo("nightly-archive");
    browser.find("input[name=q]").sendKeys("fraud" + Keys.ENTER);
    soon().until(() -> browser.address().contains("q=fraud"));
    assertThat(browser.text("tbody")).contains("fraud-scores").doesNotContain("nightly-archive");
  }

  @Test
  void showsThatTheExporterDoesNotRespondUntilItDoes() {
    var gone = new PageStage(Story.WELL, 0);
    int port = gone.port();
    browser.open("http://127.0.0.1:" + port + "/");
    var shown = browser.text("time");
    gone.close();
    // As if the user returned to the tab: the page then polls immediately.
    browser.run("document.dispatchEvent(new Event('visibilitychange'))");

    soon()
        .untilAsserted(
            () ->
                assertThat(browser.text("#connection"))
                    .contains("The exporter does not answer. The numbers are from " + shown));
    assertThat(browser.texts(NAMES)).hasSize(6);

    try (var back = new PageStage(Story.TROUBLE, port)) {
      soon().until(() -> browser.text("#connection").isEmpty());
      assertThat(browser.texts(NAMES)).hasSize(8);
      assertThat(back.port()).isEqualTo(port);
    }
  }

  @Test
  void announcesAChangedHeadline() {
    browser.run("document.querySelector('[data-said]').dataset.said = 'All is well'");

    soon().until(() -> !browser.texts("#announce").equals(List.of("")));
    assertThat(browser.texts("#announce")).first().asString().endsWith("queries need attention");
  }
}
