package io.lagwatch.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryRulesTest {
  @Test
  void givesTheDefaultsWhereNothingMatches() {
    assertThat(QueryRules.NONE.resolve("app", "query")).isEqualTo(QuerySettings.DEFAULTS);
    assertThat(new QueryRules(List.of(rule("a", "*", 1))).resolve("app", "b"))
        .isEqualTo(QuerySettings.DEFAULTS);
  }

  @Test
  void takesTheFirstEntryThatMatchesNameAndApplication() {
    var rules =
        new QueryRules(
            List.of(rule("tile-*", "nightly", 1), rule("tile-*", "*", 2), rule("*", "*", 3)));
    assertThat(rules.resolve("nightly", "tile-a").input().quietPeriod())
        .isEqualTo(Duration.ofHours(1));
    assertThat(rules.resolve("daily", "tile-a").input().quietPeriod())
        .isEqualTo(Duration.ofHours(2));
    assertThat(rules.resolve("nightly", "kpi").input().quietPeriod())
        .isEqualTo(Duration.ofHours(3));
  }

  @ParameterizedTest
  @CsvSource({
    "*, '', true",
    "a*, a, true",
    "a*c, abbc, true",
    "a*c, abcd, false",
    "*b*d*, abcde, true",
    "a?c, abc, true",
    "a?c, ac, false",
    "a.c, abc, false",
    "[a], a, false",
    "Tile, tile, false",
    "a*?, a, false",
    "?, 🚀, true",
    "**a, bbba, true"
  })
  void matchesWholeNames(String glob, String name, boolean matches) {
    assertThat(new Glob(glob).matches(name)).isEqualTo(matches);
  }

  @Test
  @Timeout(5)
  void cannotBeMadeSlowByAName() {
    assertThat(new Glob("*a*a*a*a*a*a*a*a*b").matches("a".repeat(1000))).isFalse();
  }

  private static QueryRules.QueryRule rule(String match, String app, int hours) {
    return new QueryRules.QueryRule(
        new Glob(match),
        new Glob(app),
        QuerySettings.DEFAULTS.withQuietPeriod(Duration.ofHours(hours)));
  }
}
