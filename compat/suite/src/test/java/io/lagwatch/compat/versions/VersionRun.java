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
 * One version under test: its driver, which is there whenever it is asked for, its {@link
 * PromiseRun}, which goes on beside it, and its row of the table. A test has its own topics and
 * queries.
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

  /** The label {@code app} of the promise's application. */
  String contextRoundsApp() {
    return app + "-promise";
  }

  String bootstrapServers() {
    return environment.bootstrapServers();
  }

  /** A topic for a query to write to. */
  String outputTopic(String name) {
    environment.topics().create(topic(name), 1);
    return topic(name);
  }

  /** A topic that no other version has. */
  String topic(String name) {
    return prefix + name;
  }

  /** The driver; a new one on the same checkpoints where a test has killed it. */
  CompatDriver driver() throws IOException {
    if (!driver.process().isAlive()) {
      driver = newDriver();
    }
    return driver;
  }

  /** With a query that has read its topic long before anybody asks. */
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

  /** What Lagwatch says of a query of the driver. */
  ObservedQuery observed(String query) throws IOException {
    return ObservedQuery.of(environment.exporter(), app, query);
  }

  /** What Lagwatch says of a query of the promise's. */
  ObservedQuery observedInContextRounds(String query) throws IOException {
    return ObservedQuery.of(environment.exporter(), contextRoundsApp(), query);
  }

  /** Waits until what Lagwatch says of the lag is the truth. */
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
