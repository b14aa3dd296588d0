package io.lagwatch.demo;

import io.lagwatch.demo.check.Scenario;
import io.lagwatch.demo.environment.BuildArtifacts;
import io.lagwatch.demo.environment.DemoEnvironment;
import io.lagwatch.demo.environment.DemoFailure;
import io.lagwatch.demo.measure.Measurement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The demo's command line. Exit code 0: success; 1: failure; 2: invalid arguments. */
@Command(
    name = "demo.sh",
    description =
        "Starts a Kafka broker, a producer, a Spark application with two queries, the exporter and"
            + " (if installed) Prometheus, and shows the state of the queries. Ctrl-C stops all.")
public final class Demo implements Callable<Integer> {
  @Option(
      names = "--check",
      description = "Run a scripted scenario, check every number, print the result and exit.")
  private boolean check;

  @Option(
      names = "--measure",
      description =
          "Measure the exporter (start-up time, memory, requests to the broker) and exit.")
  private boolean measure;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description =
          "Directory for logs and data; it is emptied first (default: a directory in demo/work).")
  private @Nullable Path work;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  private boolean help;

  private volatile boolean ending;

  private Demo() {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ending = true, "ending"));
  }

  /** Runs the demo. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Demo());
  }

  @Override
  public Integer call() {
    try {
      BuildArtifacts artifacts = BuildArtifacts.around(Path.of(""));
      if (measure) {
        new Measurement(artifacts, folder(artifacts, "measure"), System.out).run();
        return 0;
      }
      return check ? check(artifacts) : show(artifacts);
    } catch (IOException | DemoFailure | IllegalStateException e) {
      // Ctrl-C ends all processes, so their end is not an error.
      if (!ending) {
        System.err.println(e.getMessage());
      }
      return 1;
    }
  }

  private int check(BuildArtifacts artifacts) throws IOException {
    try (DemoEnvironment environment =
        DemoEnvironment.onFreePorts(artifacts, folder(artifacts, "check"))) {
      start(environment);
      return new Scenario(environment, System.out).run() ? 0 : 1;
    }
  }

  private int show(BuildArtifacts artifacts) throws IOException {
    try (DemoEnvironment environment =
        DemoEnvironment.onKnownPorts(artifacts, folder(artifacts, "live"))) {
      start(environment);
      new LiveView(environment, System.out).show();
      return 0;
    }
  }

  private static void start(DemoEnvironment environment) throws IOException {
    System.out.println("Logs and data: " + environment.folder());
    environment.start(step -> System.out.println("  " + step));
  }

  private Path folder(BuildArtifacts artifacts, String name) {
    return work != null ? work : artifacts.root().resolve("demo/work").resolve(name);
  }
}
