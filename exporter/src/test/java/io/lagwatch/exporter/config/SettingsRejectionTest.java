package io.lagwatch.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stops the start, to the letter. */
class SettingsRejectionTest {
  @TempDir Path folder;

  @Test
  void requiresOneQueryThatIsExpectedToRun() {
    assertThat(
            problems(
                """
                queries:
                  - {app: jobs, match: nightly, expectEvery: 24h, required: true}
                  - {app: jobs, match: "night-*", expectEvery: 24h, required: true}
                  - {match: weekly, expectEvery: 7d, required: true}
                  - {app: jobs, match: hourly, required: true}
                  - {app: jobs, match: hourly-2, expectEvery: 1h, required: "yes"}
                """))
        .containsExactly(
            "queries[1].required: needs the names of one query in match and app, without * and ?"
                + " (lagwatch.yml:3)",
            "queries[2].required: needs the names of one query in match and app, without * and ?"
                + " (lagwatch.yml:4)",
            "queries[3].required: needs expectEvery (lagwatch.yml:5)",
            "queries[4].required: expected true or false, found \"yes\" (lagwatch.yml:6)");
  }

  @Test
  void listsEveryProblemAtOnce() {
    assertThat(
            problems(
                """
                listen: 9877
                tokn: x
                token: "two words"
                kafka:
                  - name: main
                    bootstrapServers: broker1
                    pollInterval: 15
                    isolation: serializable
                  - bootstrap.servers: broker2:9092
                    topics: "("
                queries:
                  - match: "a-*"
                    quietPeriod: 5 hours
                    batchNearTriggerRatio: -1
                    triggerInterval: 0s
                    lagWindow: [5m]
                partitionMetrics: some
                retention: 24
                quietPeriod: 5h
                """))
        .containsExactly(
            "tokn: unknown key, did you mean token? (lagwatch.yml:2)",
            "quietPeriod: unknown key; it belongs under queries (lagwatch.yml:19)",
            "listen: expected host:port, such as 0.0.0.0:9877, found \"9877\" (lagwatch.yml:1)",
            "token: expected 1 to 1000 visible ASCII characters, found a value that is not shown"
                + " (lagwatch.yml:3)",
            "partitionMetrics: expected all, worst or none, found \"some\" (lagwatch.yml:17)",
            "retention: expected a duration above 0, such as 500ms, 15s, 5m, 24h or 7d, found"
                + " \"24\" (lagwatch.yml:18)",
            "kafka[0].bootstrapServers: expected host:port, or several separated by commas, found"
                + " \"broker1\" (lagwatch.yml:6)",
            "kafka[0].pollInterval: expected a duration above 0, such as 500ms, 15s, 5m, 24h or 7d,"
                + " found \"15\" (lagwatch.yml:7)",
            "kafka[0].isolation: expected read_uncommitted or read_committed, found"
                + " \"serializable\" (lagwatch.yml:8)",
            "kafka[1].bootstrap.servers: unknown key, did you mean bootstrapServers?"
                + " (lagwatch.yml:9)",
            "kafka[1].bootstrapServers: missing; expected host:port, or several separated by commas"
                + " (lagwatch.yml:9)",
            "kafka[1].topics: expected a regular expression, such as orders\\..*, found \"(\""
                + " (lagwatch.yml:10)",
            "queries[0].quietPeriod: expected a duration above 0, such as 500ms, 15s, 5m, 24h or"
                + " 7d, found \"5 hours\" (lagwatch.yml:13)",
            "queries[0].triggerInterval: expected a duration above 0, such as 500ms, 15s, 5m, 24h"
                + " or 7d, found \"0s\" (lagwatch.yml:15)",
            "queries[0].batchNearTriggerRatio: expected a number above 0, such as 0.8, found \"-1\""
                + " (lagwatch.yml:14)",
            "queries[0].lagWindow: expected a duration above 0, such as 500ms, 15s, 5m, 24h or 7d,"
                + " found a list (lagwatch.yml:16)");
  }

  @Test
  void refusesContradictions() {
    assertThat(
            problems(
                """
                stateFile: /tmp/one
                record: /tmp/x/../one
                partitionMetricsLimit: 5
                kafka:
                  - {bootstrapServers: "a:1"}
                  - {bootstrapServers: "b:1", topics: "orders"}
                queries:
                  - {match: "*", app: "nightly"}
                  - {match: "tile-*"}
                  - {match: "tile-*", app: "daily"}
                  - {match: "*"}
                  - {match: "kpi"}
                """))
        .containsExactly(
            "record: \"/tmp/x/../one\" is the stateFile too; choose another file (lagwatch.yml:2)",
            "partitionMetricsLimit: has no effect with partitionMetrics: all; set partitionMetrics:"
                + " worst, or remove it (lagwatch.yml:3)",
            "kafka[1].name: \"default\" is already the name of kafka[0] (lagwatch.yml:6)",
            "queries[2]: never applies, because queries[1] already matches these queries"
                + " (lagwatch.yml:10)",
            "queries[4]: never applies, because queries[3] already matches these queries"
                + " (lagwatch.yml:12)");
  }

  @Test
  void refusesKafkaPropertiesThatTheClientWould() {
    assertThat(
            problems(
                """
                kafka:
                  - bootstrapServers: a:1
                    pollInterval: 500ms
                    properties:
                      security.protocol: SECRET_PIGEON
                      request.timeout.ms: soon
                      ssl.truststore.type: [x]
                      bootstrap.servers: b:1
                      isolation.level: read_committed
                      some.login.module.option: x
                      max.poll.records: 5
                      security.protocl: SSL
                """))
        .containsExactly(
            "kafka[0].properties.ssl.truststore.type: expected one value, found a list"
                + " (lagwatch.yml:7)",
            "kafka[0].properties.bootstrap.servers: not allowed here; set bootstrapServers of the"
                + " cluster (lagwatch.yml:8)",
            "kafka[0].properties.isolation.level: not allowed here; set isolation of the cluster"
                + " (lagwatch.yml:9)",
            "kafka[0].properties.security.protocl: not a property of the Kafka client, did you mean"
                + " security.protocol? (lagwatch.yml:12)",
            "kafka[0].properties.request.timeout.ms: the Kafka client rejects the value: Invalid"
                + " value soon for configuration request.timeout.ms: Not a number of type INT"
                + " (lagwatch.yml:6)",
            "kafka[0].properties.security.protocol: the Kafka client rejects the value: Invalid"
                + " value SECRET_PIGEON for configuration security.protocol: String must be one of"
                + " (case insensitive): SASL_SSL, PLAINTEXT, SSL, SASL_PLAINTEXT (lagwatch.yml:5)",
            "kafka[0].pollInterval: expected a duration from 1s to 1h, found 500ms"
                + " (lagwatch.yml:3)");
  }

  @Test
  void namesFlagsAndVariablesThatAreWrong() {
    var flags = Map.of("--listen", "here", "--kafka", "b1:0");
    var environment =
        Map.of("LAGWATCH_RETENTION", "long", "LAGWATCH_TOKEN", "hush hush", "LAGWATCH_KAFKA", "x");
    assertThat(problems(flags, environment))
        .containsExactly(
            "--listen: expected host:port, such as 0.0.0.0:9877, found \"here\"",
            "LAGWATCH_TOKEN: expected 1 to 1000 visible ASCII characters, found a value that is not"
                + " shown",
            "LAGWATCH_RETENTION: expected a duration above 0, such as 500ms, 15s, 5m, 24h or 7d,"
                + " found \"long\"",
            "--kafka: expected host:port, or several separated by commas, found \"b1:0\"");
  }

  @Test
  void showsNoPasswordInAnAddress() {
    assertThat(problems(Map.of("--kafka", "u:SECRET@h"), Map.of()))
        .containsExactly(
            "--kafka: expected host:port, or several separated by commas, found \"***@h\"");
    assertThat(problems("listen: x://u:SECRET@h"))
        .containsExactly(
            "listen: expected host:port, such as 0.0.0.0:9877, found \"x://***@h\""
                + " (lagwatch.yml:1)");
  }

  @Test
  void asksForVariablesThatAreNotSet() {
    assertThat(problems("token: ${LAGWATCH_SECRET}\nlisten: ${A}:${B}"))
        .contains(
            "token: the environment variable LAGWATCH_SECRET is not set; set it, or write"
                + " ${LAGWATCH_SECRET:-default} (lagwatch.yml:1)",
            "listen: the environment variable A is not set; set it, or write ${A:-default}"
                + " (lagwatch.yml:2)",
            "listen: the environment variable B is not set; set it, or write ${B:-default}"
                + " (lagwatch.yml:2)");
  }

  @Test
  void refusesPartsOfTheWrongShape() {
    assertThat(
            problems(
                "kafka: broker:9092\n"
                    + "queries: {match: x}\n"
                    + "listen: {port: 1}\n"
                    + "? [a]\n"
                    + ": 1\n"
                    + "listen: b:2"))
        .containsExactly(
            "settings: expected a name as key, found a list (lagwatch.yml:4)",
            "listen: this key is given twice, first at lagwatch.yml:3 (lagwatch.yml:6)",
            "listen: expected host:port, such as 0.0.0.0:9877, found keys with values"
                + " (lagwatch.yml:3)",
            "kafka: expected a list, found \"broker:9092\" (lagwatch.yml:1)",
            "queries: expected a list, found keys with values (lagwatch.yml:2)");
    assertThat(problems("just text"))
        .containsExactly(
            "settings: expected keys with values, found \"just text\" (lagwatch.yml:1)");
    assertThat(problems("queries: [x]"))
        .containsExactly("queries[0]: expected keys with values, found \"x\" (lagwatch.yml:1)");
  }

  @Test
  void namesTheLineOfMalformedYaml() {
    assertThat(problems("listen: a:1\nkafka: [\n"))
        .hasSize(1)
        .allSatisfy(
            p ->
                assertThat(p)
                    .startsWith("settings: malformed YAML: ")
                    .endsWith("(lagwatch.yml:3)"));
    assertThat(problems("a:\n\tb: 1"))
        .singleElement()
        .satisfies(p -> assertThat(p).contains("found character '").endsWith("(lagwatch.yml:2)"));
    assertThat(problems("a: \u0001"))
        .hasSize(1)
        .allSatisfy(p -> assertThat(p).contains("malformed YAML"));
    assertThat(problems("a: 1\n---\nb: 2"))
        .hasSize(1)
        .allSatisfy(p -> assertThat(p).contains("malformed YAML"));
  }

  @Test
  void namesAFileThatCannotBeRead() throws IOException {
    var missing = folder.resolve("missing.yml").toString();
    assertThat(problems(Map.of("--config", missing), Map.of()))
        .containsExactly("--config: cannot read \"" + missing + "\": it does not exist");
    assertThat(problems(Map.of(), Map.of("LAGWATCH_CONFIG", folder.toString())))
        .containsExactly("LAGWATCH_CONFIG: cannot read \"" + folder + "\": it is a directory");
    var binary =
        Files.write(folder.resolve("binary.yml"), new byte[] {(byte) 0xc3, 0x28, 10}).toString();
    assertThat(problems(Map.of("--config", binary), Map.of()))
        .containsExactly("--config: \"" + binary + "\" is not a text in UTF-8");
  }

  private List<String> problems(String yaml) {
    return problems(TestFiles.config(folder, yaml), Map.of());
  }

  private static List<String> problems(Map<String, String> flags, Map<String, String> environment) {
    var loaded = new SettingsLoader(flags, environment).load();
    if (loaded instanceof Loaded.Bad bad) {
      return bad.problems().stream().map(Problem::toString).toList();
    }
    throw new AssertionError(loaded.toString());
  }
}
