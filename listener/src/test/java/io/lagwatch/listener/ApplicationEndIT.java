package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.listener.StubExporter.Mode;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.apache.spark.sql.streaming.Trigger;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the agent ends with its SparkContext: final report, time limit, no leftovers. */
class ApplicationEndIT {
  private final StubExporter exporter = new StubExporter();
  private final AtomicInteger requestsAtStop = new AtomicInteger(-1);
  private SparkSession spark;

  @AfterEach
  void close() {
    spark.stop();
    exporter.close();
  }

  @Test
  void leavesNoThreadBehindAfterTenContextsInOneJvm() throws Exception {
    for (int i = 0; i < 10; i++) {
      String name = "round-" + i;
      spark = LocalSpark.start(LocalSpark.reportingTo(exporter.address()));
      LocalSpark.query(spark, name);
      awaitBatch(name);
      spark.stop();
      JsonNode last = exporter.query(name);
      assertThat(last.get("status").asText()).as("a running query ends too").isEqualTo("STOPPED");
      assertThat(last.get("endedAt").isNull()).isFalse();
      awaitIgnoringSparkErrors()
          .atMost(Duration.ofSeconds(2))
          .untilAsserted(() -> assertThat(LocalSpark.agentThreads()).isEmpty());
    }
    assertThat(
            exporter.requests.stream()
                .map(request -> request.report().at("/agent/instance").asText())
                .distinct())
        .as("one agent for each context")
        .hasSize(10);
  }

  @Test
  void countsEventsThatASlowListenerDelaysBeyondTheStop(@TempDir Path folder) throws Exception {
    Files.write(folder.resolve("input.txt"), List.of("one", "two", "three"));
    Map<String, String> settings = new HashMap<>(LocalSpark.reportingTo(exporter.address()));
    settings.put(
        "spark.sql.streaming.streamingQueryListeners",
        SlowListener.class.getName() + "," + LagwatchListener.class.getName());
    spark = LocalSpark.start(settings);
    SlowListener.blocked = () -> !spark.sparkContext().isStopped() || !isReportedTwiceAfterStop();
    spark
        .readStream()
        .text(folder.toUri().toString())
        .writeStream()
        .queryName("overtaken")
        .trigger(Trigger.AvailableNow())
        .format("noop")
        .start()
        .awaitTermination();
    spark.stop();
    JsonNode last = exporter.query("overtaken");
    assertThat(last.get("status").asText()).isEqualTo("STOPPED");
    assertThat(last.at("/totals/inputRows").asLong()).isEqualTo(3);
    assertThat(LocalSpark.agentThreads()).isEmpty();
  }

  /** True when the agent has sent two heartbeats since the first call. */
  private boolean isReportedTwiceAfterStop() {
    requestsAtStop.compareAndSet(-1, exporter.requests.size());
    return exporter.requests.size() >= requestsAtStop.get() + 2;
  }

  /** Delays every progress event while {@link #blocked} is true. */
  public static final class SlowListener extends StreamingQueryListener {
    private static final long serialVersionUID = 1L;

    static volatile BooleanSupplier blocked = () -> false;

    @Override
    public void onQueryStarted(QueryStartedEvent event) {}

    @Override
    public void onQueryProgress(QueryProgressEvent event) {
      awaitIgnoringSparkErrors()
          .atMost(Duration.ofSeconds(60))
          .until(() -> !blocked.getAsBoolean());
    }

    @Override
    public void onQueryTerminated(QueryTerminatedEvent event) {}
  }

  @Test
  void releasesItsClassLoaderAfterTheEndOfTheContext() throws Exception {
    URL classes = LagwatchListener.class.getProtectionDomain().getCodeSource().getLocation();
    URLClassLoader loader = new ListenerClassLoader(classes);
    WeakReference<ClassLoader> released = new WeakReference<>(loader);
    spark = LocalSpark.startBare();
    LocalSpark.reportingTo(exporter.address())
        .forEach((key, value) -> spark.sparkContext().conf().set(key, value));
    StreamingQueryListener listener =
        (StreamingQueryListener)
            loader
                .loadClass(LagwatchListener.class.getName())
                .getConstructor(SparkConf.class)
                .newInstance(spark.sparkContext().conf());
    assertThat(listener).isNotInstanceOf(LagwatchListener.class);
    spark.streams().addListener(listener);
    LocalSpark.query(spark, "loaded-apart");
    awaitBatch("loaded-apart");
    spark.streams().removeListener(listener);
    spark.stop();
    assertThat(exporter.query("loaded-apart").get("status").asText()).isEqualTo("STOPPED");
    listener = null;
    loader = null;
    awaitIgnoringSparkErrors()
        .atMost(Duration.ofSeconds(10))
        .until(
            () -> {
              System.gc();
              return released.get() == null;
            });
  }

  /** Loads the listener's classes itself, like the class loader of {@code --jars}. */
  private static final class ListenerClassLoader extends URLClassLoader {
    ListenerClassLoader(URL classes) {
      super(new URL[] {classes}, ApplicationEndIT.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      return name.startsWith("io.lagwatch.listener.")
          ? findClass(name)
          : super.loadClass(name, resolve);
    }
  }

  @Test
  void endsBeforeTheTimeoutOfAHangingRequest() throws Exception {
    Map<String, String> settings = new HashMap<>(LocalSpark.reportingTo(exporter.address()));
    settings.put("spark.lagwatch.timeout", "60s");
    spark = LocalSpark.start(settings);
    LocalSpark.query(spark, "hung");
    awaitBatch("hung");
    exporter.mode(Mode.HANGING);
    awaitIgnoringSparkErrors().until(() -> exporter.inFlight.get() == 1);
    CompletableFuture<Void> stop = CompletableFuture.runAsync(spark::stop);
    awaitIgnoringSparkErrors().atMost(Duration.ofSeconds(45)).until(stop::isDone);
    awaitIgnoringSparkErrors()
        .atMost(Duration.ofSeconds(2))
        .untilAsserted(() -> assertThat(LocalSpark.agentThreads()).isEmpty());
  }

  @Test
  void startsNoThreadWhenDisabledOrWithoutAnAddress() throws Exception {
    for (Map<String, String> settings :
        List.of(
            Map.of(
                "spark.lagwatch.enabled", "false", "spark.lagwatch.endpoint", exporter.address()),
            Map.of("spark.lagwatch.endpoint", "exporter:9877"),
            Map.<String, String>of())) {
      spark = LocalSpark.start(settings);
      var query = LocalSpark.query(spark, "unwatched");
      awaitIgnoringSparkErrors()
          .atMost(Duration.ofSeconds(30))
          .until(() -> query.lastProgress() != null && query.lastProgress().batchId() >= 1);
      assertThat(LocalSpark.agentThreads()).isEmpty();
      spark.stop();
    }
    assertThat(exporter.requests).isEmpty();
  }

  /** Ignores exceptions of Spark's query threads, which fail when their context stops. */
  private static ConditionFactory awaitIgnoringSparkErrors() {
    return await().dontCatchUncaughtExceptions();
  }

  private void awaitBatch(String name) {
    awaitIgnoringSparkErrors()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                exporter.query(name) != null
                    && exporter.query(name).at("/totals/batches").asLong() >= 1);
  }
}
