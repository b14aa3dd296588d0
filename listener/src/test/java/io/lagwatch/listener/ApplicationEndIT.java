package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.listener.StubExporter.Mood;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.apache.spark.sql.streaming.Trigger;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent ends with its SparkContext: with a last word, in time, and without a trace. */
class ApplicationEndIT {
  private final StubExporter exporter = new StubExporter();
  private SparkSession spark;

  @AfterEach
  void close() {
    spark.stop();
    exporter.close();
  }

  @Test
  void leavesNothingBehindWhenContextsComeAndGoInOneJvm() throws Exception {
    for (int i = 0; i < 10; i++) {
      String name = "round-" + i;
      spark = LocalSpark.start(LocalSpark.reportingTo(exporter.address()));
      LocalSpark.query(spark, name);
      awaitBatch(name);
      spark.stop();
      JsonNode last = exporter.query(name);
      assertThat(last.get("status").asText()).as("a running query ends too").isEqualTo("STOPPED");
      assertThat(last.get("endedAt").isNull()).isFalse();
      patiently()
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
  void losesNoCountToASlowListenerWhenTheApplicationStopsMeanwhile(@TempDir Path folder)
      throws Exception {
    Files.write(folder.resolve("input.txt"), List.of("one", "two", "three"));
    Map<String, String> settings = new HashMap<>(LocalSpark.reportingTo(exporter.address()));
    settings.put(
        "spark.sql.streaming.streamingQueryListeners",
        Slow.class.getName() + "," + LagwatchListener.class.getName());
    spark = LocalSpark.start(settings);
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

  /** Holds every progress up for longer than the agent's looks at the application are apart. */
  public static final class Slow extends StreamingQueryListener {
    private static final long serialVersionUID = 1L;

    @Override
    public void onQueryStarted(QueryStartedEvent event) {}

    @Override
    public void onQueryProgress(QueryProgressEvent event) {
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(4));
    }

    @Override
    public void onQueryTerminated(QueryTerminatedEvent event) {}
  }

  @Test
  void letsItsClassLoaderGoAfterTheContext() throws Exception {
    URL classes = LagwatchListener.class.getProtectionDomain().getCodeSource().getLocation();
    URLClassLoader loader = new OwnClasses(classes);
    WeakReference<ClassLoader> gone = new WeakReference<>(loader);
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
    patiently()
        .atMost(Duration.ofSeconds(10))
        .until(
            () -> {
              System.gc();
              return gone.get() == null;
            });
  }

  /** Loads the listener's classes itself, as the loader of {@code --jars} does. */
  private static final class OwnClasses extends URLClassLoader {
    OwnClasses(URL classes) {
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
  void neverHoldsUpTheEndForLongerThanTwoSeconds() throws Exception {
    Map<String, String> settings = new HashMap<>(LocalSpark.reportingTo(exporter.address()));
    settings.put("spark.lagwatch.timeout", "30s");
    spark = LocalSpark.start(settings);
    LocalSpark.query(spark, "hung");
    awaitBatch("hung");
    exporter.mood(Mood.HANGING);
    patiently().until(() -> exporter.inFlight.get() == 1);
    long begin = System.nanoTime();
    spark.stop();
    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin))
        .as("2 s and what Spark takes itself")
        .isLessThan(Agent.LAST_WORD_MILLIS + 2_000);
    patiently()
        .atMost(Duration.ofSeconds(2))
        .untilAsserted(() -> assertThat(LocalSpark.agentThreads()).isEmpty());
  }

  @Test
  void opensNothingWhenSwitchedOffOrWithoutAnAddress() throws Exception {
    for (Map<String, String> settings :
        List.of(
            Map.of(
                "spark.lagwatch.enabled", "false", "spark.lagwatch.endpoint", exporter.address()),
            Map.of("spark.lagwatch.endpoint", "exporter:9877"),
            Map.<String, String>of())) {
      spark = LocalSpark.start(settings);
      var query = LocalSpark.query(spark, "unwatched");
      patiently()
          .atMost(Duration.ofSeconds(30))
          .until(() -> query.lastProgress() != null && query.lastProgress().batchId() >= 1);
      assertThat(LocalSpark.agentThreads()).isEmpty();
      spark.stop();
    }
    assertThat(exporter.requests).isEmpty();
  }

  /** Spark's own query threads die loudly when their context goes; that is not what is tested. */
  private static ConditionFactory patiently() {
    return await().dontCatchUncaughtExceptions();
  }

  private void awaitBatch(String name) {
    patiently()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                exporter.query(name) != null
                    && exporter.query(name).at("/totals/batches").asLong() >= 1);
  }
}
