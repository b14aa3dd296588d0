package io.lagwatch.compat.versions;

import io.lagwatch.compat.environment.Application;
import io.lagwatch.compat.environment.CompatDriver;
import io.lagwatch.compat.environment.CompatEnvironment;
import io.lagwatch.compat.environment.Query;
import io.lagwatch.compat.environment.SparkBuild;
import io.lagwatch.demo.accuracy.KafkaSource;
import io.lagwatch.demo.accuracy.LagVerifier;
import io.lagwatch.demo.accuracy.ObservedQuery;
import io.lagwatch.demo.accuracy.ProducedRecords;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * One version under test: its driver, its {@link ContextRounds} in the background, and its row of
 * the table. Each test has its own topics and queries.
 */
final class VersionRun implements AutoCloseable {
  static final Duration TIMEOUT = Duration.ofSeconds(90);

  final SparkBuild spark;
  final VersionResults results;
  final ProducedRecords produced;
  final ContextRounds contextRounds;

  private final CompatEnvironment environment;
  private final String app;
  private final String prefix;
  private CompatDriver driver;

  VersionRun(SparkBuild spark, CompatEnvironment environment) throws IOException {
    this.spark = spark;
    this.environment = environment;
    results = new VersionResults(spark);
    app = "spark-" + spark.version() + "-java" + spark.java().feature();
    prefix = app + "-";
    produced = environment.produced();
    produced.create(topic("quiet"), 1);
    produced.produce(topic("quiet"), 0, 12);
    driver = newDriver();
    contextRounds =
        new ContextRounds(
            spark,
            contextRoundsApp(),
            environment.exporter().base(),
            environment.folder(contextRoundsApp()));
  }

  /** Returns the label {@code app} of the application of {@link ContextRounds}. */
  String contextRoundsApp() {
    return app + "-promise";
  }

  String bootstrapServers() {
    return environment.bootstrapServers();
  }

  /** Returns a topic for a query to write to. */
  String outputTopic(String name) {
    environment.topics().create(topic(name), 1);
    return topic(name);
  }

  /** Returns a topic that no other version uses. */
  String topic(String name) {
    return prefix + name;
  }

  /** Returns the driver; a new one on the same checkpoints if a test has killed it. */
  CompatDriver driver() throws IOException {
    if (!driver.process().isAlive()) {
      driver = newDriver();
    }
    return driver;
  }

  /** Starts the driver with a query that reads its topic before the tests start. */
  private CompatDriver newDriver() throws IOException {
    CompatDriver started =
        CompatDriver.start(
            Application.of(spark, app).reportingTo(environment.exporter().base()),
            environment.bootstrapServers(),
            environment.folder(app));
    started.start(
        Query.plain("quiet")
            .trigger("200 milliseconds")
            .reading(KafkaSource.subscribe(topic("quiet"))));
    return started;
  }

  /** Returns what Lagwatch shows for a query of the driver. */
  ObservedQuery observed(String query) throws IOException {
    return ObservedQuery.of(environment.exporter(), app, query);
  }

  /** Returns what Lagwatch shows for a query of {@link ContextRounds}. */
  ObservedQuery observedInContextRounds(String query) throws IOException {
    return ObservedQuery.of(environment.exporter(), contextRoundsApp(), query);
  }

  /** Waits until Lagwatch shows the correct lag. */
  ObservedQuery lagIsTrue(String query, KafkaSource source) {
    return new LagVerifier(environment.exporter(), app, produced)
        .await(query, List.of(source), driver.checkpoint(query), TIMEOUT);
  }

  @Override
  public void close() throws IOException {
    driver.close();
    contextRounds.close();
  }
}
