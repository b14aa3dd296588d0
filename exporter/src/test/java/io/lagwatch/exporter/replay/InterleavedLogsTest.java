package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of several containers in one text, whose lines alternate inside the blocks. */
class InterleavedLogsTest {
  @TempDir private Path folder;

  private LogsOnDisk logs() {
    return new LogsOnDisk(folder);
  }

  static Stream<Arguments> prefixes() {
    return Stream.of(
            List.of("[pod/orders-1/driver] ", "[pod/orders-2/driver] "),
            List.of("driver-a-1  | ", "driver-b-1  | "),
            List.of("driver-a|", "driver-b|"),
            List.of(
                "2027-05-06T10:04:00.123456789Z orders-driver ",
                "2027-05-06T10:04:00.123456789Z clicks-driver "),
            List.of("May 06 10:04:00 node-a spark[71]: ", "May 06 10:04:00 node-b spark[72]: "))
        .flatMap(
            both -> Stream.of(0, 1, 3).map(ahead -> Arguments.of(both.get(0), both.get(1), ahead)));
  }

  @ParameterizedTest
  @MethodSource("prefixes")
  void alternatingLinesOfTwoContainersAreTwoBlocks(String first, String second, int ahead) {
    var log = new StringBuilder();
    for (int batch = 0; batch < LoggedQuery.BATCHES; batch += 2) {
      List<String> lines = block(batch, batch, first);
      List<String> others =
          batch + 1 < LoggedQuery.BATCHES ? block(batch + 1, batch, second) : List.of();
      for (int i = 0; i < Math.max(lines.size(), others.size() + ahead); i++) {
        if (i < lines.size()) {
          log.append(lines.get(i)).append('\n');
        }
        int other = i - ahead;
        if (other >= 0 && other < others.size()) {
          log.append(others.get(other)).append('\n');
        }
      }
    }

    ReplayAnswer answer = logs().answer(log.toString(), "--zone", "UTC");
    ReplayAnswer baseline = logs().baseline();

    assertThat(answer.err()).isEmpty();
    assertThat(answer.read()).isEqualTo(baseline.read());
    assertThat(answer.numbers()).isEqualTo(baseline.numbers());
  }

  private static List<String> block(int batch, int printedWith, String prefix) {
    String text =
        LoggedQuery.ended(printedWith) + " INFO MicroBatchExecution: " + LogsOnDisk.message(batch);
    return text.lines().map(line -> prefix + line).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 12})
  void blockThatIsCutIsNamedAndTheOtherContainerIsRead(int kept) {
    var log = new StringBuilder();
    block(0, 0, "driver-a  | ").stream().limit(kept).forEach(line -> log.append(line).append('\n'));
    IntStream.range(0, LoggedQuery.BATCHES)
        .forEach(
            batch ->
                block(batch, batch, "driver-b  | ").forEach(line -> log.append(line).append('\n')));

    ReplayAnswer answer = logs().answer(log.toString());

    assertThat(answer.numbers()).isEqualTo(logs().baseline().numbers());
    assertThat(answer.exitCode()).isEqualTo(kept == 1 ? 0 : 1);
  }
}
