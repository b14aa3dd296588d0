package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The table of the driver's settings in docs/settings.md is what the code reads. */
class DocumentedSettingsTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(spark\\.lagwatch\\.\\w+)` \\| (?:`(\\w+)`)? ?\\|");
  private static final Map<String, String> DEFAULTS = new LinkedHashMap<>();

  @BeforeAll
  static void read() throws IOException {
    var rows = ROW.matcher(Files.readString(Path.of("../docs/settings.md")));
    while (rows.find()) {
      DEFAULTS.put(rows.group(1), rows.group(2) == null ? "" : rows.group(2));
    }
  }

  @Test
  void listsEverySettingOfTheDriver() {
    var problems = ListenerSettings.of(Map.of("spark.lagwatch.mistyped", "x")).problems;
    assertThat(problems)
        .filteredOn(line -> line.contains("unknown setting"))
        .singleElement()
        .extracting(line -> line.substring(line.indexOf("the settings are ") + 17).split(", "))
        .satisfies(known -> assertThat(DEFAULTS.keySet()).containsExactlyInAnyOrder(known));
  }

  @Test
  void namesTheDefaultsThatAreUsed() {
    var given = new LinkedHashMap<>(DEFAULTS);
    given.values().removeIf(String::isEmpty);
    assertThat(given).hasSize(3);
    var asIs = ListenerSettings.of(Map.of());
    assertThat(ListenerSettings.of(given)).usingRecursiveComparison().isEqualTo(asIs);
    assertThat(Arrays.asList(asIs.token, asIs.trigger)).containsOnlyNulls();
  }
}
