package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Logs of {@link LoggedQuery} in a folder, and what is right for them. */
final class LogsOnDisk {
  /** All batches as Spark prints them. */
  static final String DRIVER_LOG =
      String.join("", RecordForm.SPARK_DEFAULT.batches(0, LoggedQuery.BATCHES));

  private final Path folder;

  LogsOnDisk(Path folder) {
    this.folder = folder;
  }

  /** What is printed for each batch, with the number of the batch. */
  static String ofEach(Function<Integer, String> text) {
    return IntStream.range(0, LoggedQuery.BATCHES)
        .mapToObj(text::apply)
        .collect(Collectors.joining());
  }

  /** The lines of the driver's log, each changed. */
  static String ofEachLine(Function<String, String> change) {
    return DRIVER_LOG.lines().map(line -> change.apply(line) + "\n").collect(Collectors.joining());
  }

  /** The text that Spark logs for a batch, without the time in front. */
  static String message(int batch) {
    return "Streaming query made progress: " + LoggedQuery.pretty(batch);
  }

  /** A text as a field of a CSV file. */
  static String csv(String text) {
    return "\"" + text.replace("\"", "\"\"") + "\"";
  }

  Path write(String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a log. */
  ReplayAnswer answer(String log, String... options) {
    return answer(write("some.log", log), options);
  }

  ReplayAnswer answer(Path file, String... options) {
    return ReplayAnswer.to(Stream.concat(Stream.of(file.toString()), Stream.of(options)).toList());
  }

  /** The answer for the log of the driver as it is. */
  ReplayAnswer baseline() {
    return answer(write("baseline.log", DRIVER_LOG));
  }

  /** Expects the answer of the driver's log, with everything read. */
  void isReadAsTheBaseline(Path file, String... options) {
    ReplayAnswer answer = answer(file, options);
    ReplayAnswer baseline = baseline();
    assertThat(List.of(answer.alerts(), answer.numbers(), answer.read(), answer.exitCode()))
        .as(answer.brief())
        .isEqualTo(
            List.of(baseline.alerts(), baseline.numbers(), baseline.read(), baseline.exitCode()));
    assertThat(answer.err()).isEmpty();
  }

  void isReadAsTheBaseline(String log, String... options) {
    isReadAsTheBaseline(write("some.log", log), options);
  }
}
