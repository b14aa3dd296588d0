package io.lagwatch.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.SettingsReference.ReferenceRow;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsReferenceTest {
  @Test
  void listsEveryThresholdOfAQueryWithItsDefault() {
    var keys = SettingsReference.rows().stream().map(ReferenceRow::key).toList();
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
            new ReferenceRow(
                "queries[].quietPeriod",
                "a duration above 0, such as 500ms, 15s, 5m, 24h or 7d",
                "30m",
                "time without rows from a source, above which NoInput fires",
                null,
                null));
  }

  @Test
  void writesDefaultsThatTheFileWouldTake() {
    for (var keys : List.of(SettingKeys.TOP, SettingKeys.CLUSTER, QueryKeys.THRESHOLDS)) {
      for (var key : keys) {
        if (key.defaultText() != null) {
          assertThat(key.defaultValue()).as(key.name()).isNotNull();
        }
      }
    }
    assertThat(QueryKeys.settings(QuerySettings.DEFAULTS, Map.of()))
        .isEqualTo(QuerySettings.DEFAULTS);
  }
}
