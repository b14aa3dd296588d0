package io.lagwatch.compat.versions;

import io.lagwatch.compat.stage.Application;
import io.lagwatch.compat.stage.CompatStage;
import io.lagwatch.compat.stage.Driver;
import io.lagwatch.compat.stage.Query;
import io.lagwatch.compat.stage.SparkBuild;
import io.lagwatch.demo.truth.Ledger;
import io.lagwatch.demo.truth.Seen;
import io.lagwatch.demo.truth.Source;
import io.lagwatch.demo.truth.TrueLag;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * One version under test: its driver, which is there whenever it is asked for, its {@link
 * PromiseRun}, which goes on beside it, and its row of the table. A test has its own topics and
 * queries.
 */
final class VersionRun implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(90);

  final SparkBuild spark;
  final Row row;
  final Ledger ledger;
  final PromiseRun promise;

  private final CompatStage stage;
  private final String app;
  private final String prefix;
  private Driver driver;

  VersionRun(SparkBuild spark, CompatStage stage) throws IOException {
    this.spark = spark;
    this.stage = stage;
    row = new Row(spark);
    app = "spark-" + spark.version() + "-java" + spark.java().feature();
    prefix = app + "-";
    ledger = stage.ledger();
    ledger.create(topic("quiet"), 1);
    ledger.produce(topic("quiet"), 0, 12);
    driver = newDriver();
    promise =
        new PromiseRun(spark, promiseApp(), stage.exporter().base(), stage.folder(promiseApp()));
  }

  /** The label {@code app} of the promise's application. */
  String promiseApp() {
    return app + "-promise";
  }

  String bootstrapServers() {
    return stage.bootstrapServers();
  }

  /** A topic for a query to write to. */
  String outputTopic(String name) {
    stage.topics().create(topic(name), 1);
    return topic(name);
  }

  /** A topic that no other version has. */
  String topic(String name) {
    return prefix + name;
  }

  /** The driver; a new one on the same checkpoints where a test has killed it. */
  Driver driver() throws IOException {
    if (!driver.process().isAlive()) {
      driver = newDriver();
    }
    return driver;
  }

  /** With a query that has read its topic long before anybody asks. */
  private Driver newDriver() throws IOException {
    Driver started =
        Driver.start(
            Application.of(spark, app).reportingTo(stage.exporter().base()),
            stage.bootstrapServers(),
            stage.folder(app));
    started.start(
        Query.plain("quiet").trigger("200 milliseconds").reading(Source.subscribe(topic("quiet"))));
    return started;
  }

  /** What Lagwatch says of a query of the driver. */
  Seen seen(String query) throws IOException {
    return Seen.of(stage.exporter(), app, query);
  }

  /** What Lagwatch says of a query of the promise's. */
  Seen seenInPromise(String query) throws IOException {
    return Seen.of(stage.exporter(), promiseApp(), query);
  }

  /** Waits until what Lagwatch says of the lag is the truth. */
  Seen lagIsTrue(String query, Source source) {
    return new TrueLag(stage.exporter(), app, ledger)
        .await(query, List.of(source), driver.checkpoint(query), PATIENCE);
  }

  @Override
  public void close() throws IOException {
    driver.close();
    promise.close();
  }
}
