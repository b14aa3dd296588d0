package io.lagwatch.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings that decide which cluster a source reads. */
class RoutingSettingsTest {
  private static final String TWO_CLUSTERS =
      """
      kafka:
        - name: main
          bootstrapServers: m1:9092
        - name: replica
          bootstrapServers: r1:9092
      """;

  @TempDir private Path folder;

  @Test
  void oneNameIsTheClusterOfAllSources() {
    QueryRules queries = good(TWO_CLUSTERS + "queries: [{match: mirrored, kafka: replica}]");
    assertThat(queries.kafka("shop", "mirrored", 0)).isEqualTo("replica");
    assertThat(queries.kafka("shop", "mirrored", 7)).isEqualTo("replica");
    assertThat(queries.kafka("shop", "another", 0)).isNull();
  }

  @Test
  void sourcesCanHaveTheirOwnClusters() {
    QueryRules queries =
        good(TWO_CLUSTERS + "queries: [{match: joined, kafka: {0: replica, 2: main}}]");
    assertThat(queries.kafka("shop", "joined", 0)).isEqualTo("replica");
    assertThat(queries.kafka("shop", "joined", 1)).isNull();
    assertThat(queries.kafka("shop", "joined", 2)).isEqualTo("main");
  }

  @Test
  void theFirstEntryThatMatchesDecides() {
    QueryRules queries =
        good(
            TWO_CLUSTERS
                + "queries: [{app: shop, match: joined, kafka: main}, {match: j*, kafka:"
                + " replica}]");
    assertThat(queries.kafka("shop", "joined", 0)).isEqualTo("main");
    assertThat(queries.kafka("radar", "joined", 0)).isEqualTo("replica");
  }

  @Test
  void namesThePlaceOfAClusterThatDoesNotExist() {
    assertThat(problems(TWO_CLUSTERS + "queries:\n  - match: a\n    kafka: mian\n"))
        .containsExactly(
            "queries[0].kafka: expected the name of a cluster under kafka (main, replica), found"
                + " \"mian\" (lagwatch.yml:8)");
    assertThat(problems(TWO_CLUSTERS + "queries:\n  - match: a\n    kafka: {1: mian}\n"))
        .containsExactly(
            "queries[0].kafka.1: expected the name of a cluster under kafka (main, replica), found"
                + " \"mian\" (lagwatch.yml:8)");
    assertThat(problems("queries: [{match: a, kafka: main}]"))
        .containsExactly(
            "queries[0].kafka: expected the name of a cluster under kafka, of which there is none,"
                + " found \"main\" (lagwatch.yml:1)");
  }

  @Test
  void acceptsOnlyIndexesAsKeys() {
    assertThat(problems(TWO_CLUSTERS + "queries:\n  - match: a\n    kafka: {first: main}\n"))
        .containsExactly(
            "queries[0].kafka: expected the index of a source, from 0, as key, found \"first\""
                + " (lagwatch.yml:8)");
    assertThat(problems(TWO_CLUSTERS + "queries:\n  - match: a\n    kafka: {-1: main}\n"))
        .containsExactly(
            "queries[0].kafka: expected the index of a source, from 0, as key, found \"-1\""
                + " (lagwatch.yml:8)");
    assertThat(good(TWO_CLUSTERS + "queries: [{match: a, kafka: {9999: main}}]"))
        .satisfies(queries -> assertThat(queries.kafka("shop", "a", 9999)).isEqualTo("main"));
    assertThat(problems(TWO_CLUSTERS + "queries: [{match: a, kafka: {10000: main}}]")).hasSize(1);
  }

  @Test
  void readsAliasesAsAListOrAsText() {
    for (String aliases : List.of("[\"lb:9092\", \"[::1]:9093\"]", "\"lb:9092,[::1]:9093\"")) {
      Settings settings =
          settings("kafka: [{bootstrapServers: m1:9092, aliases: " + aliases + "}]");
      assertThat(settings.kafka().get(0).aliases()).containsExactly("lb:9092", "[::1]:9093");
    }
    assertThat(settings("kafka: [{bootstrapServers: m1:9092}]").kafka().get(0).aliases()).isEmpty();
  }

  @Test
  void namesThePlaceOfAWrongAlias() {
    assertThat(
            problems("kafka:\n  - bootstrapServers: m1:9092\n    aliases: [\"lb:9092\", \"lb\"]\n"))
        .singleElement()
        .asString()
        .startsWith("kafka[0].aliases")
        .contains("host:port", "lb")
        .endsWith("(lagwatch.yml:3)");
  }

  private QueryRules good(String yaml) {
    return settings(yaml).queries();
  }

  private Settings settings(String yaml) {
    if (load(yaml) instanceof Loaded.Good good) {
      return good.settings();
    }
    throw new AssertionError(load(yaml).toString());
  }

  private List<String> problems(String yaml) {
    if (load(yaml) instanceof Loaded.Bad bad) {
      return bad.problems().stream().map(Problem::toString).toList();
    }
    throw new AssertionError(yaml);
  }

  private Loaded load(String yaml) {
    return new SettingsLoader(TestFiles.config(folder, yaml), Map.of()).load();
  }
}
