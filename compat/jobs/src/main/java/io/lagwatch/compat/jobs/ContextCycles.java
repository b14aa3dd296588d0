package io.lagwatch.compat.jobs;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.apache.spark.sql.streaming.Trigger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An application that starts and stops a SparkContext several times in one JVM. In each round two
 * queries (one of them stateful) still run when the context is stopped. Logs a line of JSON, with
 * {@link #SAYS} before it, at the start and at the end of each round and at the end of the program.
 * The log lines in between belong to the round.
 */
public final class ContextCycles {
  /** Prefix of the lines for the test. */
  public static final String SAYS = "ROUND ";

  /** Suffix of the names of rounds whose listener has its own class loader. */
  public static final String APART = "-apart";

  private static final Logger LOG = LoggerFactory.getLogger(ContextCycles.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PACKAGE = "io.lagwatch.listener.";
  private static final String LISTENER = PACKAGE + "LagwatchListener";
  private static final String LISTENERS = "spark.sql.streaming.streamingQueryListeners";
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);
  private static final long THREADS_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int BATCHES = 3;

  private final URL listener;
  private final Path checkpoints;
  private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();

  private ContextCycles(URL listener, Path checkpoints) {
    this.listener = listener;
    this.checkpoints = checkpoints;
  }

  /**
   * Runs the rounds.
   *
   * @param args the listener's jar, a folder for checkpoints, then for each round {@code
   *     name=endpoint}, or {@code name=} for a round without the listener. The listener is attached
   *     by the setting. If the name ends with {@link #APART}, its own class loader loads it and the
   *     code adds it, because Spark keeps the class loaders that it has used
   */
  public static void main(String[] args) throws Exception {
    ContextCycles rounds = new ContextCycles(Path.of(args[0]).toUri().toURL(), Path.of(args[1]));
    for (int i = 2; i < args.length; i++) {
      String[] word = args[i].split("=", 2);
      rounds.play(i - 2, word[0], word[1]);
    }
    rounds.tellWhatIsHeld();
  }

  private void play(int number, String name, String endpoint)
      throws TimeoutException, ReflectiveOperationException {
    say(JSON.createObjectNode().put("begins", number).put("name", name));
    boolean apart = name.endsWith(APART);
    SparkSession.Builder builder = SparkSession.builder();
    if (!endpoint.isEmpty()) {
      builder.config("spark.lagwatch.endpoint", endpoint);
      if (!apart) {
        builder.config(LISTENERS, LISTENER);
      }
    }
    SparkSession spark = builder.getOrCreate();
    StreamingQueryListener added = null;
    if (apart) {
      added = loadedApart(spark.sparkContext().conf());
      spark.streams().addListener(added);
    }
    Dataset<Row> rows =
        spark
            .readStream()
            .format("rate")
            .option("rowsPerSecond", 20)
            .option("numPartitions", 1)
            .load();
    List<StreamingQuery> queries =
        List.of(
            start(rows, "plain", number),
            start(rows.groupBy(functions.col("value").mod(3)).count(), "counted", number));
    until(PATIENCE_NANOS, () -> queries.stream().allMatch(ContextCycles::isWarm));
    ObjectNode told = JSON.createObjectNode().put("ended", number).put("name", name);
    ArrayNode batches = told.putArray("batches");
    ArrayNode failures = told.putArray("failures");
    for (StreamingQuery query : queries) {
      batches.add(lastBatch(query));
      if (!query.isActive()) {
        failures.add(query.name() + ": " + query.exception());
      }
    }
    spark.stop();
    until(THREADS_NANOS, () -> ourThreads().isEmpty());
    ourThreads().forEach(told.putArray("threads")::add);
    if (added != null) {
      // Some threads of Spark 4.1 keep a reference to the stopped session, and so to its listeners.
      spark.streams().removeListener(added);
    }
    say(told);
  }

  private StreamingQuery start(Dataset<Row> rows, String name, int round) throws TimeoutException {
    return rows.writeStream()
        .queryName(name)
        .format("noop")
        .outputMode("update")
        .trigger(Trigger.ProcessingTime(100))
        .option("checkpointLocation", checkpoints.resolve(name + "-" + round).toString())
        .start();
  }

  /** True if the query has completed some batches or has failed. */
  private static boolean isWarm(StreamingQuery query) {
    return !query.isActive() || lastBatch(query) >= BATCHES;
  }

  private static long lastBatch(StreamingQuery query) {
    StreamingQueryProgress last = query.lastProgress();
    return last == null ? -1 : last.batchId();
  }

  private StreamingQueryListener loadedApart(SparkConf conf) throws ReflectiveOperationException {
    ClassLoader loader = new ListenerLoader(listener);
    loaders.add(new WeakReference<>(loader));
    return loader
        .loadClass(LISTENER)
        .asSubclass(StreamingQueryListener.class)
        .getConstructor(SparkConf.class)
        .newInstance(conf);
  }

  private void tellWhatIsHeld() {
    until(
        PATIENCE_NANOS / 3,
        () -> {
          System.gc();
          return held() == 0;
        });
    say(JSON.createObjectNode().put("loaders", loaders.size()).put("held", held()));
  }

  private long held() {
    return loaders.stream().filter(loader -> loader.get() != null).count();
  }

  /** Returns the threads that have the name of a listener thread or run its code. */
  private static List<String> ourThreads() {
    List<String> ours = new ArrayList<>();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              if (thread.getName().toLowerCase(Locale.ROOT).contains("lagwatch")
                  || Arrays.stream(stack).anyMatch(at -> at.getClassName().startsWith(PACKAGE))) {
                ours.add(thread.getName());
              }
            });
    return ours;
  }

  private static void until(long nanos, BooleanSupplier done) {
    long deadline = System.nanoTime() + nanos;
    while (!done.getAsBoolean() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static void say(ObjectNode line) {
    LOG.warn("{}{}", SAYS, line);
  }

  /**
   * Loads the listener's classes itself and all other classes with the application's class loader.
   */
  private static final class ListenerLoader extends URLClassLoader {
    ListenerLoader(URL listener) {
      super(new URL[] {listener}, ContextCycles.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        return name.startsWith(PACKAGE) ? findClass(name) : super.loadClass(name, resolve);
      }
    }
  }
}
