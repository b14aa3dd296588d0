package io.lagwatch.exporter.web;

import static io.lagwatch.exporter.web.Browser.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.scenario.Story;
import org.junit.jupiter.api.Test;

class ManyQueriesIT {
  @Test
  void showsAndFiltersThreeHundredQueries() {
    try (var stage = new PageStage(Story.MANY, 0);
        var browser = new Browser()) {
      var home = "http://127.0.0.1:" + stage.port() + "/";
      browser.open(home);

      assertThat(browser.number("document.querySelectorAll('tbody tr').length")).isEqualTo(300);
      assertThat(browser.number("performance.getEntriesByType('navigation')[0].encodedBodySize"))
          .as("bytes on the wire")
          .isLessThan(200_000);
      assertThat(browser.text("h1")).isEqualTo("20 of 300 queries need attention");
      assertThat(browser.texts(".alerts li"))
          .hasSize(2)
          .allMatch(li -> li.contains("10 queries of"));

      browser.find("input[name=q]").sendKeys("query-07");
      soon().until(() -> browser.number("document.querySelectorAll('tbody tr').length") == 10);

      browser.size(360, 800);
      assertThat(browser.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(360);
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
