package io.lagwatch.exporter.web;

import static io.lagwatch.exporter.web.Browser.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.scenario.Story;
import org.junit.jupiter.api.Test;

class ManyQueriesIT {
  @Test
  void threeHundredQueriesAreUsableWithinSeconds() {
    try (var stage = new PageStage(Story.MANY, 0);
        var browser = new Browser()) {
      var home = "http://127.0.0.1:" + stage.port() + "/";
      browser.open(home);
      // Not the first: by then the exporter's code is compiled, as it is in a process that has
      // lived.
      browser.open(home);

      assertThat(browser.number("document.querySelectorAll('tbody tr').length")).isEqualTo(300);
      assertThat(browser.number("performance.getEntriesByType('navigation')[0].loadEventEnd"))
          .as("milliseconds until it is laid out")
          .isBetween(1L, 4000L);
      assertThat(browser.number("performance.getEntriesByType('navigation')[0].encodedBodySize"))
          .as("bytes on the wire")
          .isLessThan(200_000);
      assertThat(browser.text("h1")).isEqualTo("20 of 300 queries need attention");
      assertThat(browser.texts(".alerts li"))
          .hasSize(2)
          .allMatch(li -> li.contains("10 queries of"));

      long before = browser.number("performance.now()");
      browser.find("input[name=q]").sendKeys("query-07");
      soon().until(() -> browser.number("document.querySelectorAll('tbody tr').length") == 10);
      assertThat(browser.number("performance.now()") - before).isLessThan(5000);

      browser.size(360, 800);
      assertThat(browser.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(360);
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
