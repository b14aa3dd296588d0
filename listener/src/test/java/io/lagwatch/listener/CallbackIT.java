package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the callbacks never throw, never wait for the exporter and keep no old events. */
class CallbackIT {
  private static StubExporter exporter;
  private static SparkSession spark;

  @BeforeAll
  static void start() {
    exporter = new StubExporter();
    spark = LocalSpark.startBare();
    LocalSpark.reportingTo(exporter.address())
        .forEach((key, value) -> spark.sparkContext().conf().set(key, value));
    // An unanswered request stays open until the test closes it.
    spark.sparkContext().conf().set("spark.lagwatch.timeout", "60s");
  }

  @AfterAll
  static void stop() {
    spark.stop();
    exporter.close();
  }

  static Stream<Throwable> throwables() {
    return Stream.of(
        new NoSuchMethodError("gone in this Spark"),
        new NoClassDefFoundError("gone too"),
        new ExceptionInInitializerError("broken"),
        new OutOfMemoryError("heap"),
        new StackOverflowError(),
        new UnsupportedOperationException("unsupported"),
        new InterruptedException("interrupted"),
        new IllegalStateException("unexpected"),
        new Error("other error"));
  }

  @ParameterizedTest
  @MethodSource("throwables")
  void throwsNothingAndReportsTheNextEvent(Throwable fault) {
    LagwatchListener listener = new LagwatchListener(spark.sparkContext().conf());
    UUID runId = UUID.randomUUID();
    assertThatCode(
            () -> {
              listener.onQueryStarted(null);
              listener.onQueryProgress(progress(broken(fault)));
              listener.onQueryProgress(progress(broken(fault)));
              listener.onQueryIdle(null);
              listener.onQueryTerminated(null);
              listener.onQueryProgress(progress(Events.batch(runId, 1, 7, 10)));
            })
        .doesNotThrowAnyException();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(spark.sparkContext().isStopped()).isFalse();
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(run(runId).at("/totals/inputRows").asLong()).isEqualTo(7));
  }

  @Test
  void doesNotAffectAQueryWhenEveryCallbackFails() throws Exception {
    StreamingQueryListener faulty =
        new FaultyListener(new LagwatchListener(spark.sparkContext().conf()));
    spark.streams().addListener(faulty);
    StreamingQuery query = LocalSpark.query(spark, "with-faults");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> query.lastProgress() != null && query.lastProgress().batchId() >= 2);
    assertThat(query.isActive()).isTrue();
    query.stop();
    spark.streams().removeListener(faulty);
    assertThat(spark.sparkContext().isStopped()).isFalse();
  }

  @Test
  void reportsWhenAddedInCode() throws Exception {
    LagwatchListener added = new LagwatchListener();
    spark.streams().addListener(added);
    StreamingQuery query = LocalSpark.query(spark, "added-in-code");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                exporter.query("added-in-code") != null
                    && exporter.query("added-in-code").at("/totals/batches").asLong() >= 2);
    query.stop();
    spark.streams().removeListener(added);
  }

  @Test
  void returnsFromProgressEventsWhileAReportIsUnanswered() {
    LagwatchListener listener = new LagwatchListener(spark.sparkContext().conf());
    UUID runId = UUID.randomUUID();
    exporter.mode(StubExporter.Mode.HANGING);
    listener.onQueryProgress(progress(Events.batch(runId, 0, 1, 10)));
    await().atMost(Duration.ofSeconds(30)).until(() -> exporter.inFlight.get() == 1);
    exporter.maxInFlight.set(1);
    for (int i = 1; i < 500; i++) {
      listener.onQueryProgress(progress(Events.batch(runId, i, 1, 10)));
    }
    assertThat(exporter.inFlight.get()).as("requests of the agent").isEqualTo(1);
    assertThat(exporter.maxInFlight.get()).as("a callback sends no request").isEqualTo(1);
    exporter.mode(StubExporter.Mode.ACCEPTING);
    exporter.stop();
    exporter.restart();
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(run(runId).at("/totals/batches").asLong()).isEqualTo(500));
  }

  @Test
  void keepsOnlyTheNewestProgressWhileTheExporterIsDown() {
    exporter.stop();
    LagwatchListener listener = new LagwatchListener(spark.sparkContext().conf());
    UUID runId = UUID.randomUUID();
    List<WeakReference<StreamingQueryProgress>> sent = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      StreamingQueryProgress event = Events.batch(runId, i, 1, 10);
      listener.onQueryProgress(progress(event));
      sent.add(new WeakReference<>(event));
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(sent.stream().filter(event -> event.get() != null).count())
                  .as("progress objects that are still reachable")
                  .isLessThanOrEqualTo(1);
            });
    exporter.restart();
  }

  private static StreamingQueryListener.QueryProgressEvent progress(StreamingQueryProgress of) {
    return new StreamingQueryListener.QueryProgressEvent(of);
  }

  private static JsonNode run(UUID runId) {
    JsonNode newest = com.fasterxml.jackson.databind.node.MissingNode.getInstance();
    for (StubExporter.Request request : exporter.requests) {
      for (JsonNode query : request.report().get("queries")) {
        if (query.get("runId").asText().equals(runId.toString())) {
          newest = query;
        }
      }
    }
    return newest;
  }

  private static StreamingQueryProgress broken(Throwable fault) {
    return new BrokenProgress(fault);
  }

  /** A progress whose getters fail, like those of an incompatible Spark. */
  private static final class BrokenProgress extends StreamingQueryProgress {
    private static final long serialVersionUID = 1L;
    private final Throwable fault;

    BrokenProgress(Throwable fault) {
      super(
          UUID.randomUUID(),
          UUID.randomUUID(),
          "broken",
          "2026-03-01T00:00:00.000Z",
          1,
          1,
          new java.util.HashMap<>(),
          new java.util.HashMap<>(),
          null,
          null,
          null,
          null);
      this.fault = fault;
    }

    @Override
    public UUID runId() {
      throw BrokenProgress.<RuntimeException>sneakyThrow(fault);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T sneakyThrow(Throwable fault) throws T {
      throw (T) fault;
    }
  }

  /** Forwards the events of a query, each with a broken argument. */
  private static final class FaultyListener extends StreamingQueryListener {
    private static final long serialVersionUID = 1L;
    private final transient LagwatchListener target;

    FaultyListener(LagwatchListener target) {
      this.target = target;
    }

    @Override
    public void onQueryStarted(QueryStartedEvent event) {
      target.onQueryStarted(null);
    }

    @Override
    public void onQueryProgress(QueryProgressEvent event) {
      target.onQueryProgress(progress(broken(new NoSuchMethodError("numInputRows"))));
    }

    @Override
    public void onQueryTerminated(QueryTerminatedEvent event) {
      target.onQueryTerminated(null);
    }
  }
}
