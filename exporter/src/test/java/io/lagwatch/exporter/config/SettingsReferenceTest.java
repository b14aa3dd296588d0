package io.lagwatch.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.SettingsReference.Row;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsReferenceTest {
  @Test
  void listsEveryThresholdOfAQueryWithItsDefault() {
    var keys = SettingsReference.rows().stream().map(Row::key).toList();
    assertThat(keys)
        .containsAll(
            Arrays.stream(QuerySettings.class.getRecordComponents())
                .flatMap(group -> Arrays.stream(group.getType().getRecordComponents()))
                .map(RecordComponent::getName)
                .map(name -> "queries[]." + name)
                .toList())
        .contains("listen", "kafka[].topics", "kafka[].properties", "queries[].match")
        .doesNotHaveDuplicates();
    assertThat(SettingsReference.rows())
        .filteredOn(row -> row.key().equals("queries[].quietPeriod"))
        .containsExactly(
            new Row(
                "queries[].quietPeriod",
                "a duration above 0 as 500ms, 15s, 5m, 24h or 7d",
                "30m",
                "the longest time without input that is normal",
                null,
                null));
  }

  @Test
  void writesDefaultsThatTheFileWouldTake() {
    for (var keys : List.of(Keys.TOP, Keys.CLUSTER, QueryKeys.THRESHOLDS)) {
      for (var key : keys) {
        if (key.standard() != null) {
          assertThat(key.defaultValue()).as(key.name()).isNotNull();
        }
      }
    }
    assertThat(QueryKeys.settings(QuerySettings.DEFAULTS, Map.of()))
        .isEqualTo(QuerySettings.DEFAULTS);
  }
}
