package io.lagwatch.demo;

import io.lagwatch.demo.check.Story;
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
      names = "--work",
      paramLabel = "DIR",
      description = "Folder for logs and data; it is emptied first (default: demo/work/…).")
  private @Nullable Path work;

  private Demo() {}

  /** Runs the demo. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Demo()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    Built built = Built.around(Path.of(""));
    Path folder =
        work != null ? work : built.root().resolve("demo/work").resolve(check ? "check" : "live");
    try (Stage stage =
        check ? Stage.onFreePorts(built, folder) : Stage.onKnownPorts(built, folder)) {
      System.out.println("Logs and data: " + stage.folder());
      stage.start(step -> System.out.println("  " + step));
      if (check) {
        return new Story(stage, System.out).play() ? 0 : 1;
      }
      new LiveView(stage, System.out).show();
      return 0;
    } catch (StageFailure | IllegalStateException e) {
      System.err.println(e.getMessage());
      return 1;
    }
  }
}
