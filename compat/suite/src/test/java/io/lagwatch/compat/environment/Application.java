package io.lagwatch.compat.environment;

import io.lagwatch.demo.environment.BuildArtifacts;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Spark application that plain {@code java} runs: driver and executor in one process, with the
 * jars of the listener and of Spark on the class path. Immutable.
 *
 * @param spark the Spark version
 * @param name name of the application, the label {@code app}
 * @param conf Spark's settings; {@link #reportingTo} attaches the listener
 * @param opened true if Java gets the {@code --add-opens} option that this version needs
 */
public record Application(SparkBuild spark, String name, Map<String, String> conf, boolean opened) {
  /** The option that Spark 3 needs on Java 17. {@code spark-submit} sets it and others itself. */
  private static final String OPENS = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED";

  private static final String LISTENERS = "spark.sql.streaming.streamingQueryListeners";

  public Application {
    conf = Map.copyOf(conf);
  }

  /** Creates an application without the listener, on two threads. */
  public static Application of(SparkBuild spark, String name) {
    return new Application(
        spark,
        name,
        Map.of(
            "spark.master", "local[2]",
            "spark.ui.enabled", "false",
            "spark.sql.shuffle.partitions", "2",
            "spark.sql.session.timeZone", "UTC"),
        true);
  }

  public Application with(String key, String value) {
    Map<String, String> more = new TreeMap<>(conf);
    more.put(key, value);
    return new Application(spark, name, more, opened);
  }

  /** Returns a copy without the option that Spark 3 needs on Java 17. */
  public Application closed() {
    return new Application(spark, name, conf, false);
  }

  /** Returns a copy with the listener attached. It sends a report at least once a second. */
  public Application reportingTo(URI endpoint) {
    return with(LISTENERS, "io.lagwatch.listener.LagwatchListener")
        .with("spark.lagwatch.endpoint", endpoint.toString())
        .with("spark.lagwatch.heartbeat", "1s");
  }

  /**
   * Starts a main class of the jobs.
   *
   * @param mainClass simple name
   * @param folder folder for its log, {@code spark.log}
   */
  public OwnedProcess start(Path folder, String mainClass, String... arguments) throws IOException {
    BuildArtifacts artifacts = BuildArtifacts.around(Path.of(""));
    Path logging = Files.createDirectories(folder).resolve("log4j2.properties");
    try (InputStream in = Application.class.getResourceAsStream("log4j2.properties")) {
      Files.copy(in, logging, StandardCopyOption.REPLACE_EXISTING);
    }
    List<String> command = new ArrayList<>();
    command.add(spark.java().java());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx768m"));
    if (opened && !spark.isAtLeast(4, 0)) {
      command.add(OPENS);
    }
    command.add("-Dlog4j2.configurationFile=" + logging.toUri());
    command.add("-Dspark.app.name=" + name);
    conf.forEach((key, value) -> command.add("-D" + key + "=" + value));
    command.add("-cp");
    command.add(
        String.join(
            File.pathSeparator,
            artifacts.listenerJar().toString(),
            spark.jobs().toString(),
            spark.classPath()));
    command.add("io.lagwatch.compat.jobs." + mainClass);
    command.addAll(List.of(arguments));
    return OwnedProcess.start(
        name, folder.resolve("spark.log"), null, Map.of("SPARK_LOCAL_IP", Loopback.HOST), command);
  }
}
