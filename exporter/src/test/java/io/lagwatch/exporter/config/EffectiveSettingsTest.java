package io.lagwatch.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the log and {@code --print-settings} show, word for word. */
class EffectiveSettingsTest {
  @TempDir Path folder;

  @Test
  void listsTheDefaultsWhenNothingIsGiven() {
    assertThat(lines(effective(Map.of(), Map.of())))
        .containsExactly(
            "config: not set (default)",
            "listen: 0.0.0.0:9877 (default)",
            "token: not set (default)",
            "stateFile: not set (default)",
            "record: not set (default)",
            "partitionMetrics: all (default)",
            "partitionMetricsLimit: 20 (default)",
            "retention: 24h (default)",
            "queries[].quietPeriod: 30m (default)",
            "queries[].triggerInterval: not set (default)",
            "queries[].batchNearTriggerRatio: 0.8 (default)",
            "queries[].batchNearTriggerHold: 2m (default)",
            "queries[].stuckAfter: 10m (default)",
            "queries[].lagWindow: 5m (default)",
            "queries[].lagGrowingHold: 3m (default)",
            "queries[].lagFloor: 1m (default)",
            "queries[].lagGrowthRatio: 0.01 (default)",
            "queries[].silenceTolerated: 8m (default)",
            "queries[].watermarkStalledAfter: 15m (default)",
            "queries[].lateRowsRatio: 0.01 (default)",
            "queries[].stateGrowthPerHour: 0.1 (default)",
            "queries[].retentionHorizon: 6h (default)",
            "queries[].expectEvery: not set (default)",
            "queries[].expectGrace: not set (default)",
            "queries[].stoppedTolerated: not set (default)",
            "queries[].required: false (default)",
            "queries[].keep: not set (default)");
    assertThat(effective(Map.of(), Map.of())).allMatch(EffectiveSetting::isDefault);
  }

  @Test
  void namesTheOriginOfEveryChangedSetting() {
    var flags = TestFiles.config(folder, FILE);
    var environment = Map.of("LAGWATCH_TOKEN", "hush-1", "LAGWATCH_RETENTION", "7d");

    assertThat(changed(effective(with(flags, "--listen", "h:1"), environment)))
        .containsExactly(
            "config: " + flags.get("--config") + " (flag --config)",
            "listen: h:1 (flag --listen)",
            "token: *** (environment LAGWATCH_TOKEN)",
            "stateFile: /s (lagwatch.yml:2)",
            "retention: 7d (environment LAGWATCH_RETENTION)",
            "kafka[0].bootstrapServers: b:9092 (lagwatch.yml:5)",
            "kafka[0].properties.sasl.jaas.config: *** (lagwatch.yml:7)",
            "kafka[0].properties.security.protocol: SASL_SSL (lagwatch.yml:8)",
            "kafka[0].pollInterval: 5s (lagwatch.yml:9)",
            "queries[0].match: tiles-* (lagwatch.yml:11)",
            "queries[0].quietPeriod: 2h (lagwatch.yml:12)");
  }

  private static final String FILE =
      """
      listen: f:2
      stateFile: /s
      retention: 1h
      kafka:
        - bootstrapServers: b:9092
          properties:
            sasl.jaas.config: x.Login required password="hush-2";
            security.protocol: SASL_SSL
          pollInterval: 5s
      queries:
        - match: tiles-*
          quietPeriod: 2h
          lagWindow: 5m
      """;

  @Test
  void aDefaultThatIsWrittenDownIsNoChange() {
    var flags =
        TestFiles.config(folder, "retention: 24h\nkafka: [{bootstrapServers: b:1, topics: .*}]");

    assertThat(changed(effective(flags, Map.of())))
        .noneMatch(line -> line.startsWith("retention") || line.startsWith("kafka[0].topics"))
        .contains("kafka[0].bootstrapServers: b:1 (lagwatch.yml:2)");
    assertThat(lines(effective(flags, Map.of()))).contains("retention: 24h (lagwatch.yml:1)");
  }

  @Test
  void aClusterOfAFlagReplacesThoseOfTheFile() {
    var flags =
        with(TestFiles.config(folder, "kafka: [{bootstrapServers: b:1}]"), "--kafka", "k:1");

    assertThat(lines(effective(flags, Map.of())))
        .contains("kafka: k:1 (flag --kafka)")
        .noneMatch(line -> line.startsWith("kafka[0]"));
  }

  @Test
  void masksAndShortensWhatSomebodyWrote() {
    var flags =
        TestFiles.config(folder, "stateFile: s3a://key:hush@b/x\nrecord: " + "r".repeat(300));

    assertThat(lines(effective(flags, Map.of())))
        .contains(
            "stateFile: s3a://***@b/x (lagwatch.yml:1)",
            "record: " + "r".repeat(200) + "… (lagwatch.yml:2)");
  }

  private static Map<String, String> with(Map<String, String> flags, String flag, String value) {
    var all = new java.util.HashMap<>(flags);
    all.put(flag, value);
    return all;
  }

  private static List<EffectiveSetting> effective(
      Map<String, String> flags, Map<String, String> environment) {
    var loaded = new SettingsLoader(flags, environment).load();
    assertThat(loaded).isInstanceOf(Loaded.Good.class);
    return ((Loaded.Good) loaded).effective();
  }

  private static List<String> changed(List<EffectiveSetting> settings) {
    return lines(settings.stream().filter(setting -> !setting.isDefault()));
  }

  private static List<String> lines(List<EffectiveSetting> settings) {
    return lines(settings.stream());
  }

  private static List<String> lines(Stream<EffectiveSetting> settings) {
    return settings.map(EffectiveSetting::toString).toList();
  }
}
