package io.lagwatch.demo;

import io.lagwatch.demo.check.Story;
import io.lagwatch.demo.measure.Measurement;
import io.lagwatch.demo.stage.Built;
import io.lagwatch.demo.stage.Stage;
import io.lagwatch.demo.stage.StageFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The demo's command line. Exit code 0 when all went well, 1 when not, 2 for a wrong command. */
@Command(
    name = "demo.sh",
    mixinStandardHelpOptions = true,
    description =
        "Starts a Kafka broker, a producer, a Spark application with two queries, the exporter and"
            + " (where it is installed) Prometheus, and shows how the queries do. Ctrl-C ends all.")
public final class Demo implements Callable<Integer> {
  @Option(
      names = "--check",
      description = "Play the story by itself, check every number, and end with the count.")
  private boolean check;

  @Option(
      names = "--measure",
      description = "Measure the exporter (start, memory, requests to the broker) and end.")
  private boolean measure;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description =
          "Folder for logs and data; it is emptied first (default: a folder in demo/work).")
  private @Nullable Path work;

  private volatile boolean ending;

  private Demo() {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ending = true, "ending"));
  }

  /** Runs the demo. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Demo()).execute(args));
  }

  @Override
  public Integer call() {
    try {
      Built built = Built.around(Path.of(""));
      if (measure) {
        new Measurement(built, folder(built, "measure"), System.out).run();
        return 0;
      }
      return check ? check(built) : show(built);
    } catch (IOException | StageFailure | IllegalStateException e) {
      // whoever ended the demo need not be told that its processes end
      if (!ending) {
        System.err.println(e.getMessage());
      }
      return 1;
    }
  }

  private int check(Built built) throws IOException {
    try (Stage stage = Stage.onFreePorts(built, folder(built, "check"))) {
      start(stage);
      return new Story(stage, System.out).play() ? 0 : 1;
    }
  }

  private int show(Built built) throws IOException {
    try (Stage stage = Stage.onKnownPorts(built, folder(built, "live"))) {
      start(stage);
      new LiveView(stage, System.out).show();
      return 0;
    }
  }

  private static void start(Stage stage) throws IOException {
    System.out.println("Logs and data: " + stage.folder());
    stage.start(step -> System.out.println("  " + step));
  }

  private Path folder(Built built, String name) {
    return work != null ? work : built.root().resolve("demo/work").resolve(name);
  }
}
