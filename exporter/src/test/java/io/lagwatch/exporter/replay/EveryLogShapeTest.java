package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The answer of a replay is the same for the same batches, whatever the log looks like. By default
 * each form of records is read in some combinations of the rest, in all with {@code
 * -Dreplay.shapeStep=1}.
 */
class EveryLogShapeTest {
  /** The number of combinations from one that is tried to the next: prime, so that all vary. */
  private static final int STEP = Integer.getInteger("replay.shapeStep", 131);

  @TempDir private Path folder;

  /** One combination. */
  private record Shape(
      RecordForm form,
      LinePrefix prefix,
      LogContainer container,
      TextEncoding encoding,
      LogCut cut) {
    static final int OF_A_FORM =
        LinePrefix.values().length
            * LogContainer.values().length
            * TextEncoding.values().length
            * LogCut.values().length;

    static Shape of(RecordForm form, int number) {
      int rest = number;
      LinePrefix prefix = LinePrefix.values()[rest % LinePrefix.values().length];
      rest /= LinePrefix.values().length;
      LogContainer container = LogContainer.values()[rest % LogContainer.values().length];
      rest /= LogContainer.values().length;
      TextEncoding encoding = TextEncoding.values()[rest % TextEncoding.values().length];
      rest /= TextEncoding.values().length;
      return new Shape(form, prefix, container, encoding, LogCut.values()[rest]);
    }

    boolean exists() {
      return cut.suits(form)
          && (container != LogContainer.STANDARD_INPUT
              || encoding.canBeJoined()
              || cut.files(form, prefix).size() == 1);
    }

    LogContainer.Packed write(Path folder) throws IOException {
      return container.write(folder, encoding.encode(cut.files(form, prefix)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void saysTheSameInEveryShape(RecordForm form) throws IOException {
    ReplayAnswer all = baseline(0, LoggedQuery.BATCHES);
    ReplayAnswer withoutFirst = baseline(1, LoggedQuery.BATCHES);
    ReplayAnswer withoutLast = baseline(0, LoggedQuery.BATCHES - 1);
    var failures = new ArrayList<String>();
    int tried = 0;
    for (int number = form.ordinal(); number < Shape.OF_A_FORM; number += STEP) {
      Shape shape = Shape.of(form, number);
      if (!shape.exists()) {
        continue;
      }
      ReplayAnswer expected =
          switch (shape.cut) {
            case FIRST_CUT_OFF -> withoutFirst;
            case LAST_CUT_OFF -> withoutLast;
            default -> all;
          };
      ReplayAnswer answer = replay(shape.write(folder));
      tried++;
      if (!answer.saysTheSameAs(expected) || !shape.cut.isToldBy(answer)) {
        failures.add(shape + ": " + answer.brief());
      }
      clear();
    }
    assertThat(failures)
        .as("of %d shapes; expected are %s; %s; %s", tried, all, withoutFirst, withoutLast)
        .isEmpty();
  }

  @Test
  void aSecondFileMayBeginWithABraceInsideAnEscapedProgress() throws IOException {
    List<byte[]> files =
        TextEncoding.LF.encode(LogCut.SPLIT_INSIDE.files(RecordForm.ECS, LinePrefix.JOURNALD));
    assertThat(new String(files.get(1), StandardCharsets.UTF_8)).startsWith("{\\n");
    ReplayAnswer answer = replay(LogContainer.PLAIN.write(folder, files));
    clear();
    assertThat(answer.saysTheSameAs(baseline(0, LoggedQuery.BATCHES))).as(answer.brief()).isTrue();
  }

  @Test
  void theBaselineHasGrowingLag() throws IOException {
    ReplayAnswer baseline = baseline(0, LoggedQuery.BATCHES);
    assertThat(baseline.exitCode()).isZero();
    assertThat(baseline.alerts()).singleElement().asString().contains("firing", "LagGrowing");
    assertThat(baseline.numbers())
        .singleElement()
        .asString()
        .startsWith("batches 7, rows 1,400, worst lag 840 records at");
  }

  private ReplayAnswer baseline(int from, int to) throws IOException {
    String log = String.join("", RecordForm.SPARK_DEFAULT.batches(from, to));
    Path file = folder.resolve("baseline.log");
    Files.write(file, log.getBytes(StandardCharsets.UTF_8));
    ReplayAnswer answer = ReplayAnswer.to(List.of(file.toString()));
    clear();
    return answer;
  }

  private static ReplayAnswer replay(LogContainer.Packed log) {
    InputStream before = System.in;
    System.setIn(log.in());
    try {
      return ReplayAnswer.to(log.arguments());
    } finally {
      System.setIn(before);
    }
  }

  private void clear() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(folder)) {
          Files.delete(file);
        }
      }
    }
  }
}
