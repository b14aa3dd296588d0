package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.config.Glob;
import io.lagwatch.exporter.config.Loaded;
import io.lagwatch.exporter.config.Settings;
import io.lagwatch.exporter.config.SettingsLoader;
import io.lagwatch.exporter.text.Numbers;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Runs recorded timelines, Spark event logs and driver logs through the exporter's own rules. Exit
 * code 1 when a line or block could not be used, 2 when settings or a file could not be read or
 * nothing was found in it; whatever could be read is replayed all the same.
 */
@Command(
    name = "replay",
    description =
        "Prints the alerts that a recording, a Spark event log or a driver log would have raised.",
    mixinStandardHelpOptions = true)
public final class ReplayCommand implements Callable<Integer> {
  private static final int SOME_NOT_USED = 1;
  private static final int NOT_READ = 2;
  private static final int LINES_NAMED = 20;

  private final Map<String, String> environment;
  private final ReplayReport.Renderer renderer;
  private final boolean isTerminal;
  private final PipedInput pipes = new PipedInput(System.in);

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "recordings of --record, Spark event logs, driver logs, or folders and archives (.zip,"
              + " .tar, .tar.gz) of them; - is standard input")
  private @Nullable List<Path> files;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "settings file with the thresholds")
  private @Nullable Path config;

  @Option(
      names = "--format",
      paramLabel = "json|text|html",
      defaultValue = "json",
      description =
          "a JSON line for each alert that begins or ends, text with a summary, or one HTML page"
              + " with charts")
  private Format format = Format.json;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      converter = ZoneConverter.class,
      description =
          "time zone of the lines of a log, such as Europe/Berlin (default: the zone in which the"
              + " lines agree with the first progress)")
  private @Nullable ZoneId zone;

  @Mixin private SelectionOptions selection = new SelectionOptions();

  private long unreadable;
  private boolean failed;
  private boolean hasJudged;
  private @Nullable Instant firstTime;
  private @Nullable Instant lastTime;
  private QueryFilter filter = new QueryFilter(Glob.ANY);
  private @Nullable ReadCounts counts;
  private @Nullable ReplayProgressBar progressBar;
  private final List<String> notes = new ArrayList<>();

  enum Format {
    json,
    text,
    html
  }

  /**
   * @param environment the variables of the process, for the settings
   * @param renderer of {@code --format html}
   */
  public ReplayCommand(Map<String, String> environment, ReplayReport.Renderer renderer) {
    this(environment, renderer, false);
  }

  /**
   * @param environment the variables of the process, for the settings
   * @param renderer of {@code --format html}
   * @param isTerminal whether people read standard error: then it says how far the replay is
   */
  public ReplayCommand(
      Map<String, String> environment, ReplayReport.Renderer renderer, boolean isTerminal) {
    this.environment = environment;
    this.renderer = renderer;
    this.isTerminal = isTerminal;
  }

  @Override
  public Integer call() throws IOException {
    try (pipes) {
      return replayAll();
    }
  }

  private int replayAll() {
    var flags = config == null ? Map.<String, String>of() : Map.of("--config", config.toString());
    var loaded = new SettingsLoader(flags, environment).load();
    if (loaded instanceof Loaded.Bad bad) {
      bad.problems().forEach(problem -> err().println(problem));
      return NOT_READ;
    }
    var settings = ((Loaded.Good) loaded).settings();
    TimeWindow judged;
    try {
      judged = selection.window(zone, this::lastTime);
      filter = selection.filter();
    } catch (SelectionOptions.Invalid invalid) {
      err().println(invalid.getMessage());
      return NOT_READ;
    }
    ReplayOutput output = output();
    Replay replay = null;
    for (ReplayFile file : ReplayFile.of(Objects.requireNonNull(files))) {
      replay = replay(file, replay, settings, judged, output);
    }
    finish(replay, output);
    complainOfNothing(judged);
    if (unreadable > LINES_NAMED) {
      err().println("… and " + (unreadable - LINES_NAMED) + " more lines that cannot be read");
    }
    if (counts != null) {
      notes.add(counts.sentence(unreadable));
    }
    output.finished(notes);
    return failed ? NOT_READ : unreadable > 0 ? SOME_NOT_USED : 0;
  }

  private ReplayOutput output() {
    return switch (format) {
      case json -> new JsonOutput(out());
      case text -> new TextOutput(out());
      case html ->
          new HtmlOutput(
              out(),
              Objects.requireNonNull(files).stream()
                  .map(Path::toString)
                  .collect(Collectors.joining(", ")),
              renderer);
    };
  }

  /** Replays a file: as what follows {@code before}, or from the start where it begins earlier. */
  private @Nullable Replay replay(
      ReplayFile file,
      @Nullable Replay before,
      Settings settings,
      TimeWindow judged,
      ReplayOutput output) {
    Replay replay = before;
    try (TimelineSource source = file.open(this::unreadable, zone, pipes)) {
      TimelineLine line = source.next();
      if (line == null) {
        nothing(file, source);
        return replay;
      }
      firstTime = firstTime == null || line.at().isBefore(firstTime) ? line.at() : firstTime;
      if (replay == null || line.at().isBefore(replay.clock())) {
        finish(replay, output);
        replay =
            new Replay(
                settings.queries(),
                settings.retention(),
                judged,
                filter,
                new Summary(format == Format.html),
                transition -> {
                  clearBar();
                  output.changed(transition);
                });
      }
      run(file, line, source, replay);
      count(source.counts());
      source.problems().forEach(this::fail);
      notes.addAll(source.notes());
    } catch (IOException e) {
      fail(file + ": expected a file that can be read to its end, found " + e);
    }
    return replay;
  }

  private void nothing(ReplayFile file, TimelineSource source) {
    List<String> problems = source.problems();
    if (problems.isEmpty()) {
      fail(file + ": expected streaming progress, reports or polls, found none");
    }
    problems.forEach(this::fail);
  }

  private void count(@Nullable ReadCounts read) {
    ReadCounts before = counts;
    if (read != null) {
      counts = before == null ? read : before.plus(read);
    }
  }

  private void run(ReplayFile file, TimelineLine first, TimelineSource source, Replay replay)
      throws IOException {
    long wentBack = replay.wentBack();
    long rejected = replay.rejected();
    ReplayProgressBar bar = isTerminal ? new ReplayProgressBar(err(), System::nanoTime) : null;
    progressBar = bar;
    for (TimelineLine line = first; line != null; line = source.next()) {
      replay.take(line);
      if (bar != null && bar.isDue()) {
        bar.show(source.readShare(), replay.clock());
      }
    }
    clearBar();
    if (replay.wentBack() > wentBack) {
      fail(
          file
              + ": "
              + Numbers.counted(replay.wentBack() - wentBack, "line is", "lines are")
              + " older than the line before; the time of that line was used instead");
    }
    if (replay.rejected() > rejected) {
      fail(
          file
              + ": "
              + Numbers.counted(replay.rejected() - rejected, "report", "reports")
              + " not used: "
              + replay.rejection());
    }
  }

  /** Reads everything once; what cannot be read is named when it is replayed. */
  private Instant lastTime() {
    Instant last = Instant.EPOCH;
    for (ReplayFile file : ReplayFile.of(Objects.requireNonNull(files))) {
      try (TimelineSource source = file.open(line -> {}, zone, pipes)) {
        for (TimelineLine line = source.next(); line != null; line = source.next()) {
          last = line.at().isAfter(last) ? line.at() : last;
        }
      } catch (IOException toldLater) {
        // The replay of the file fails in the same way.
      }
    }
    return last;
  }

  private void clearBar() {
    if (progressBar != null) {
      progressBar.clear();
    }
  }

  private void complainOfNothing(TimeWindow judged) {
    if (!hasJudged && firstTime != null && lastTime != null) {
      fail(SelectionOptions.outside(judged, firstTime, lastTime));
    } else if (filter.excludedAll()) {
      fail(selection.noQuery(filter));
    }
  }

  private void finish(@Nullable Replay replay, ReplayOutput output) {
    if (replay != null) {
      replay.finish();
      hasJudged |= replay.hasJudged();
      lastTime = lastTime == null || replay.clock().isAfter(lastTime) ? replay.clock() : lastTime;
      output.ended(replay.summary());
    }
  }

  private void unreadable(TimelineReader.Unreadable line) {
    clearBar();
    if (line.torn()) {
      err().println(line);
      return;
    }
    if (++unreadable <= LINES_NAMED) {
      err().println(line);
    }
  }

  private void fail(String message) {
    failed = true;
    err().println(message);
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }

  private PrintWriter err() {
    return Objects.requireNonNull(spec).commandLine().getErr();
  }
}
