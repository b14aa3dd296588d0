package io.lagwatch.compat.queries;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.compat.stage.Application;
import io.lagwatch.compat.stage.CompatStage;
import io.lagwatch.compat.stage.Driver;
import io.lagwatch.compat.stage.Query;
import io.lagwatch.compat.stage.SparkBuild;
import io.lagwatch.demo.stage.Http;
import io.lagwatch.demo.truth.Ledger;
import io.lagwatch.demo.truth.Seen;
import io.lagwatch.demo.truth.Source;
import io.lagwatch.demo.truth.TrueLag;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** A driver with the listener, the topics that its queries read, and what Lagwatch says of them. */
final class Bench implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(90);

  /** A trigger interval: one batch at the start, and then none for as long as any test runs. */
  static final String ONE_BATCH = "7 days";

  private final String app;
  private final Http exporter;
  private final Ledger ledger;
  private final Driver driver;

  private Bench(String app, Http exporter, Ledger ledger, Driver driver) {
    this.app = app;
    this.exporter = exporter;
    this.ledger = ledger;
    this.driver = driver;
  }

  /**
   * Starts a driver.
   *
   * @param module of the Spark, as {@code 3.5}
   * @param app its name
   * @param folder for its checkpoints, from which another driver goes on
   */
  static Bench start(CompatStage stage, String module, String app, String folder)
      throws IOException {
    // A continuous query keeps a thread for each of its partitions.
    Application application =
        Application.of(SparkBuild.of(module), app)
            .reportingTo(stage.exporter().base())
            .with("spark.master", "local[4]");
    Driver driver = Driver.start(application, stage.bootstrapServers(), stage.folder(folder));
    return new Bench(app, stage.exporter(), stage.ledger(), driver);
  }

  /** Hands one driver of Spark 3.5 to every test class that asks for it. */
  static final class Shared implements ParameterResolver, AfterEachCallback {
    private static final ExtensionContext.Namespace OURS =
        ExtensionContext.Namespace.create(Bench.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Bench.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      CompatStage stage =
          (CompatStage) new CompatStage.Shared().resolveParameter(parameter, context);
      return context
          .getRoot()
          .getStore(OURS)
          .computeIfAbsent(
              "bench",
              key -> {
                try {
                  return start(stage, "3.5", "queries", "queries");
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              },
              Bench.class);
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
      Bench bench = context.getRoot().getStore(OURS).get("bench", Bench.class);
      if (bench != null) {
        bench.stopAll();
      }
    }
  }

  String app() {
    return app;
  }

  Http exporter() {
    return exporter;
  }

  Ledger ledger() {
    return ledger;
  }

  Driver driver() {
    return driver;
  }

  /** Starts a query; returns its run id. */
  String start(Query query) throws IOException {
    return driver.start(query);
  }

  void stop(String query) throws IOException {
    driver.stop(query);
  }

  void stopAll() throws IOException {
    for (JsonNode query : driver.queries()) {
      if (query.get("active").asBoolean()) {
        driver.stopRun(query.get("runId").asText());
      }
    }
  }

  /** The query's id by a run's. */
  String id(String runId) throws IOException {
    for (JsonNode query : driver.queries()) {
      if (query.get("runId").asText().equals(runId)) {
        return query.get("id").asText();
      }
    }
    throw new IllegalArgumentException("no run " + runId);
  }

  /** Waits until Lagwatch says of the query what it should, and returns all that it said then. */
  Seen await(String query, Consumer<Seen> expected) {
    Seen[] last = new Seen[1];
    Awaitility.await(query)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(
            () -> {
              last[0] = Seen.of(exporter, app, query);
              expected.accept(last[0]);
            });
    return last[0];
  }

  /** Waits until the lag is the truth in every partition; its checkpoint has the query's name. */
  Seen trueLag(String query, Source... sources) {
    return trueLag(query, query, sources);
  }

  Seen trueLag(String query, String checkpoint, Source... sources) {
    return new TrueLag(exporter, app, ledger)
        .await(query, List.of(sources), driver.checkpoint(checkpoint), PATIENCE);
  }

  @Override
  public void close() {
    driver.close();
  }
}
