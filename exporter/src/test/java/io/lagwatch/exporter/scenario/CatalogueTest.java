package io.lagwatch.exporter.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.alert.Rule;
import io.lagwatch.exporter.alert.Rules;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogueTest {
  @Test
  void namesAreUnique() {
    assertThat(Catalogue.all().map(Scenario::name)).doesNotHaveDuplicates().hasSizeGreaterThan(100);
  }

  @Test
  void everyRuleHasASituationInWhichItMustFire() {
    var expected =
        Catalogue.all().flatMap(s -> s.labels().expect().stream()).map(Labels.Expected::alert);
    assertThat(expected.distinct())
        .containsExactlyInAnyOrderElementsOf(Rules.ALL.stream().map(Rule::name).toList());
  }

  @ParameterizedTest
  @MethodSource("io.lagwatch.exporter.scenario.Catalogue#all")
  void labelsNameQueriesThatReportAndTimesWithinTheTimeline(Scenario scenario) {
    Labels labels = scenario.labels();
    Set<String> reported =
        StreamSupport.stream(scenario.timeline().spliterator(), false)
            .filter(TimelineEvent.Reported.class::isInstance)
            .flatMap(e -> ((TimelineEvent.Reported) e).report().queries().stream())
            .map(query -> String.valueOf(query.name()))
            .collect(Collectors.toSet());
    assertThat(labels.expect())
        .allSatisfy(
            e -> {
              assertThat(reported).contains(e.query());
              assertThat(e.fires().from()).isBefore(e.fires().to());
              assertThat(e.fires().to()).isBefore(labels.to());
              if (e.resolves() != null) {
                assertThat(e.resolves().from()).isAfterOrEqualTo(e.fires().from());
                assertThat(e.resolves().to()).isBefore(labels.to());
              }
            });
    assertThat(labels.ignore()).allSatisfy(i -> assertThat(reported).contains(i.query()));
  }
}
