package io.lagwatch.exporter.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.watch.LiveMonitor;
import io.lagwatch.exporter.watch.Monitor;
import io.lagwatch.exporter.watch.StateFile;
import io.lagwatch.exporter.watch.StateFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule against every situation: what must fire fires in time, nothing else does. */
class AlertTableTest {
  private static final Duration RETENTION = Duration.ofHours(24);

  @TempDir private static Path folder;

  /** Restarts through the state file, as an exporter that is stopped and started does. */
  private static final class OnDisk implements ScenarioRunner.Exporter {
    @Override
    public Monitor start(QueryRules rules) {
      return watch(rules, Instant.EPOCH);
    }

    @Override
    public Monitor restart(Monitor before, QueryRules rules, Instant savedAt, Instant startedAt) {
      try (var file = StateFile.open(folder.resolve("state.json"))) {
        file.write(((LiveMonitor) before).state(savedAt));
        LiveMonitor watch = watch(rules, startedAt);
        watch.restore(Objects.requireNonNull(file.read()));
        return watch;
      } catch (StateFileException e) {
        throw new IllegalStateException(e);
      }
    }

    private static LiveMonitor watch(QueryRules rules, Instant listeningSince) {
      return new LiveMonitor(List.of(), rules, RETENTION, listeningSince, cluster -> {});
    }
  }

  static Stream<String> recorded() {
    return RecordedTimeline.NAMES.stream();
  }

  @ParameterizedTest
  @MethodSource("io.lagwatch.exporter.scenario.Catalogue#all")
  void firesWhatIsTrueAndNothingElse(Scenario scenario) {
    judge(scenario.labels(), scenario.rules(), scenario.timeline());
  }

  /** A few of each kind; {@code -DargLine=-Ddrawn=200} looks further. */
  static Stream<Scenario> drawn() {
    return DrawnScenarios.all(Long.getLong("drawn.from", 1), Integer.getInteger("drawn", 6));
  }

  @ParameterizedTest
  @MethodSource("drawn")
  void isRightAboutWhateverNumbersAreDrawn(Scenario scenario) {
    judge(scenario.labels(), scenario.rules(), scenario.timeline());
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void isRightAboutTheRecordedTimelines(String name) {
    RecordedTimeline timeline = RecordedTimeline.open(name);
    judge(timeline.labels(), timeline.rules(), timeline.events());
  }

  private static void judge(Labels labels, QueryRules rules, Iterable<TimelineEvent> timeline) {
    List<Transition> transitions =
        ScenarioRunner.run(new OnDisk(), rules, timeline, labels.from(), labels.to());
    assertThat(new Scorer(labels).faults(transitions))
        .as(
            () ->
                labels.scenario()
                    + ": "
                    + labels.what()
                    + "\n"
                    + String.join("\n", transitions.stream().map(Transition::toString).toList()))
        .isEmpty();
  }
}
