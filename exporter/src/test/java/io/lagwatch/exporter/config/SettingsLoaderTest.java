package io.lagwatch.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsLoaderTest {
  @TempDir Path folder;

  @Test
  void needsNothing() {
    var settings = good(Map.of(), Map.of());
    assertThat(settings.listen()).isEqualTo(new ListenAddress("0.0.0.0", 9877));
    assertThat(settings.token()).isNull();
    assertThat(settings.stateFile()).isNull();
    assertThat(settings.recordFile()).isNull();
    assertThat(settings.kafka()).isEmpty();
    assertThat(settings.queries()).isEqualTo(QueryRules.NONE);
    assertThat(settings.partitionMetrics())
        .isEqualTo(new PartitionMetrics(PartitionMetrics.Mode.ALL, 20));
    assertThat(settings.retention()).isEqualTo(Duration.ofHours(24));
  }

  @Test
  void readsEveryKeyOfTheFile() {
    var settings =
        good(
            file(
                """
                listen: "[::1]:0"
                token: ${LAGWATCH_SECRET}
                stateFile: /var/lib/lagwatch/state.json
                record: /var/lib/lagwatch/record.jsonl
                kafka:
                  - name: main
                    bootstrapServers: broker1:9092, broker2:9092
                    topics: "orders\\\\..*"
                    properties:
                      security.protocol: SASL_SSL
                      request.timeout.ms: 4000
                    pollInterval: 1m
                    isolation: read_committed
                  - name: rest
                    bootstrapServers: other:9092
                queries:
                  - match: "course-*"
                    app: "nightly?"
                    quietPeriod: 5h
                    triggerInterval: 60s
                    batchNearTriggerRatio: 0.9
                  - quietPeriod: 500ms
                partitionMetrics: worst
                partitionMetricsLimit: 7
                retention: 7d
                """),
            Map.of("LAGWATCH_SECRET", "s3cret"));
    assertThat(settings.listen()).isEqualTo(new ListenAddress("::1", 0));
    assertThat(settings.token()).isEqualTo("s3cret");
    assertThat(settings.stateFile()).isEqualTo(Path.of("/var/lib/lagwatch/state.json"));
    assertThat(settings.recordFile()).isEqualTo(Path.of("/var/lib/lagwatch/record.jsonl"));
    assertThat(settings.partitionMetrics())
        .isEqualTo(new PartitionMetrics(PartitionMetrics.Mode.WORST, 7));
    assertThat(settings.retention()).isEqualTo(Duration.ofDays(7));

    assertThat(settings.kafka()).extracting(KafkaCluster::name).containsExactly("main", "rest");
    var main = settings.kafka().get(0);
    assertThat(main.bootstrapServers()).isEqualTo("broker1:9092,broker2:9092");
    assertThat(main.topics().pattern()).isEqualTo("orders\\..*");
    assertThat(main.properties())
        .isEqualTo(Map.of("security.protocol", "SASL_SSL", "request.timeout.ms", "4000"));
    assertThat(main.pollInterval()).isEqualTo(Duration.ofMinutes(1));
    assertThat(main.isolation()).isEqualTo(IsolationLevel.READ_COMMITTED);
    var rest = settings.kafka().get(1);
    assertThat(rest.topics().pattern()).isEqualTo(".*");
    assertThat(rest.pollInterval()).isEqualTo(Duration.ofSeconds(15));
    assertThat(rest.isolation()).isEqualTo(IsolationLevel.READ_UNCOMMITTED);

    var course = settings.queries().resolve("nightly1", "course-activity");
    assertThat(course.input().quietPeriod()).isEqualTo(Duration.ofHours(5));
    assertThat(course.batch().triggerInterval()).isEqualTo(Duration.ofSeconds(60));
    assertThat(course.batch().batchNearTriggerRatio()).isEqualTo(0.9);
    assertThat(course.lag().lagWindow()).isEqualTo(QuerySettings.DEFAULTS.lag().lagWindow());
    assertThat(settings.queries().resolve("daily", "course-activity").input().quietPeriod())
        .isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void takesFlagsBeforeEnvironmentBeforeFileBeforeDefault() {
    var flags =
        file("listen: a:1\nretention: 1h\nstateFile: /file\nkafka: [{bootstrapServers: f:1}]");
    var environment =
        Map.of(
            "LAGWATCH_LISTEN", "b:2",
            "LAGWATCH_STATE_FILE", "/env",
            "LAGWATCH_KAFKA", "e:1",
            "LAGWATCH_TOKEN", "t",
            "LAGWATCH_RECORD", "",
            "LAGWATCH_PARTITION_METRICS", "none");
    var settings = good(with(flags, "--listen", "c:3"), environment);
    assertThat(settings.listen()).isEqualTo(new ListenAddress("c", 3));
    assertThat(settings.stateFile()).isEqualTo(Path.of("/env"));
    assertThat(settings.retention()).isEqualTo(Duration.ofHours(1));
    assertThat(settings.token()).isEqualTo("t");
    assertThat(settings.recordFile()).isNull();
    assertThat(settings.partitionMetrics().mode()).isEqualTo(PartitionMetrics.Mode.NONE);
    assertThat(settings.kafka()).hasSize(1);
    assertThat(settings.kafka().get(0).bootstrapServers()).isEqualTo("e:1");
    assertThat(settings.kafka().get(0).name()).isEqualTo("default");
    assertThat(good(with(flags, "--kafka", "g:1"), environment).kafka().get(0).bootstrapServers())
        .isEqualTo("g:1");
  }

  @Test
  void findsTheFileThroughTheEnvironment() {
    var path = Objects.requireNonNull(file("retention: 2h").get("--config"));
    assertThat(good(Map.of(), Map.of("LAGWATCH_CONFIG", path)).retention())
        .isEqualTo(Duration.ofHours(2));
  }

  @Test
  void replacesVariablesInValues() {
    var settings =
        good(
            file(
                """
                listen: "${HOST:-localhost}:${PORT:-9877}"
                token: ${TOKEN:-}
                stateFile: $${not-a-variable}/$HOME
                """),
            Map.of("PORT", "80", "HOST", ""));
    assertThat(settings.listen()).isEqualTo(new ListenAddress("localhost", 80));
    assertThat(settings.token()).isNull();
    assertThat(settings.stateFile()).isEqualTo(Path.of("${not-a-variable}/$HOME"));
  }

  @Test
  void neverReadsAVariableAsYaml() {
    var settings = good(file("stateFile: ${F}"), Map.of("F", "x: {a: [${F}]}"));
    assertThat(settings.stateFile()).isEqualTo(Path.of("x: {a: [${F}]}"));
  }

  @Test
  void takesNullAndEmptyPartsForNotSet() {
    assertThat(good(file(""), Map.of())).isEqualTo(good(Map.of(), Map.of()));
    assertThat(good(file("# nothing yet\n---\n"), Map.of())).isEqualTo(good(Map.of(), Map.of()));
    assertThat(good(file("token:\nkafka:\nqueries: []\nretention: ~"), Map.of()))
        .isEqualTo(good(Map.of(), Map.of()));
  }

  @Test
  void readsJsonAsWellAsYaml() {
    var settings =
        good(file("{\"queries\": [{\"match\": \"*\", \"quietPeriod\": \"15m\"}]}"), Map.of());
    assertThat(settings.queries().resolve("a", "b").input().quietPeriod())
        .isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void showsNoSecret() {
    var settings =
        good(
            file(
                """
                token: hush-1
                kafka:
                  - bootstrapServers: b:9092
                    properties: {sasl.jaas.config: hush-2, ssl.keystore.password: hush-3}
                """),
            Map.of());
    assertThat(settings.toString())
        .contains("token=set", "sasl.jaas.config")
        .doesNotContain("hush");
    assertThat(new Loaded.Good(settings, List.of()).toString()).doesNotContain("hush");
  }

  private Map<String, String> file(String yaml) {
    return TestFiles.config(folder, yaml);
  }

  private static Map<String, String> with(Map<String, String> flags, String flag, String value) {
    var more = new HashMap<>(flags);
    more.put(flag, value);
    return more;
  }

  private static Settings good(Map<String, String> flags, Map<String, String> environment) {
    var loaded = new SettingsLoader(flags, environment).load();
    if (loaded instanceof Loaded.Good good) {
      return good.settings();
    }
    throw new AssertionError(loaded.toString());
  }
}
