package io.lagwatch.compat.queries;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.compat.environment.Application;
import io.lagwatch.compat.environment.CompatDriver;
import io.lagwatch.compat.environment.CompatEnvironment;
import io.lagwatch.compat.environment.Query;
import io.lagwatch.compat.environment.SparkBuild;
import io.lagwatch.demo.accuracy.KafkaSource;
import io.lagwatch.demo.accuracy.LagVerifier;
import io.lagwatch.demo.accuracy.ObservedQuery;
import io.lagwatch.demo.accuracy.ProducedRecords;
import io.lagwatch.demo.environment.Http;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A driver with the listener, the topics that its queries read, and the values that Lagwatch shows
 * for them.
 */
final class QueryBench implements AutoCloseable {
  static final Duration TIMEOUT = Duration.ofSeconds(90);

  /** A trigger interval that is longer than any test: one batch at the start and then none. */
  static final String ONE_BATCH = "7 days";

  private final String app;
  private final Http exporter;
  private final ProducedRecords produced;
  private final CompatDriver driver;

  private QueryBench(String app, Http exporter, ProducedRecords produced, CompatDriver driver) {
    this.app = app;
    this.exporter = exporter;
    this.produced = produced;
    this.driver = driver;
  }

  /**
   * Starts a driver.
   *
   * @param module module of the Spark version, such as {@code 3.5}
   * @param app name of the application
   * @param folder folder for its checkpoints. A later driver continues from them
   */
  static QueryBench start(CompatEnvironment environment, String module, String app, String folder)
      throws IOException {
    // A continuous query uses one thread for each of its partitions.
    Application application =
        Application.of(SparkBuild.of(module), app)
            .reportingTo(environment.exporter().base())
            .with("spark.master", "local[4]");
    CompatDriver driver =
        CompatDriver.start(application, environment.bootstrapServers(), environment.folder(folder));
    return new QueryBench(app, environment.exporter(), environment.produced(), driver);
  }

  /** Gives one driver of Spark 3.5 to every test class that requests it. */
  static final class BenchExtension implements ParameterResolver, AfterEachCallback {
    private static final ExtensionContext.Namespace OURS =
        ExtensionContext.Namespace.create(QueryBench.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == QueryBench.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      CompatEnvironment environment =
          (CompatEnvironment)
              new CompatEnvironment.CompatExtension().resolveParameter(parameter, context);
      return context
          .getRoot()
          .getStore(OURS)
          .computeIfAbsent(
              "bench",
              key -> {
                try {
                  return start(environment, "3.5", "queries", "queries");
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              },
              QueryBench.class);
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
      QueryBench bench = context.getRoot().getStore(OURS).get("bench", QueryBench.class);
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

  ProducedRecords produced() {
    return produced;
  }

  CompatDriver driver() {
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

  /** Returns the id of the query with this run id. */
  String id(String runId) throws IOException {
    for (JsonNode query : driver.queries()) {
      if (query.get("runId").asText().equals(runId)) {
        return query.get("id").asText();
      }
    }
    throw new IllegalArgumentException("no run " + runId);
  }

  /** Waits until Lagwatch shows the expected values, and returns all values of that moment. */
  ObservedQuery await(String query, Consumer<ObservedQuery> expected) {
    ObservedQuery[] last = new ObservedQuery[1];
    Awaitility.await(query)
        .atMost(TIMEOUT)
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(
            () -> {
              last[0] = ObservedQuery.of(exporter, app, query);
              expected.accept(last[0]);
            });
    return last[0];
  }

  /**
   * Waits until the lag of every partition is correct. The name of the checkpoint is the name of
   * the query.
   */
  ObservedQuery trueLag(String query, KafkaSource... sources) {
    return trueLag(query, query, sources);
  }

  ObservedQuery trueLag(String query, String checkpoint, KafkaSource... sources) {
    return new LagVerifier(exporter, app, produced)
        .await(query, List.of(sources), driver.checkpoint(checkpoint), TIMEOUT);
  }

  @Override
  public void close() {
    driver.close();
  }
}
