package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lagwatch.exporter.ingest.Progress;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OldestFirstTest {
  private static final Instant LATE = Instant.EPOCH.plusSeconds(1_000_000);

  private static List<LogEvent> ordered(List<LogEvent> events) throws IOException {
    Iterator<LogEvent> source = events.iterator();
    var order = new OldestFirst(() -> source.hasNext() ? source.next() : null);
    var all = new ArrayList<LogEvent>();
    for (LogEvent event = order.next(); event != null; event = order.next()) {
      all.add(event);
    }
    return all;
  }

  private static LogEvent batch(int number, String run) {
    Instant at = Instant.EPOCH.plusSeconds(number);
    var progress =
        new Progress(at, number, 0L, null, null, new TreeMap<>(), null, null, List.of(), List.of());
    return new LogEvent.Progressed(new LogEvent.Identity("id", run, null), progress, at);
  }

  private static List<LogEvent> descending(int batches) {
    return IntStream.range(0, batches).mapToObj(i -> batch(batches - i, "a")).toList();
  }

  @Test
  void keepsTheOrderOfALogWhoseOldestLineIsFirst() throws IOException {
    List<LogEvent> events =
        List.of(batch(5, "a"), batch(3, "b"), batch(6, "a"), batch(4, "b"), batch(2, "c"));
    assertThat(ordered(events)).isEqualTo(events);
  }

  @Test
  void keepsTheOrderOfABatchThatIsPrintedTwice() throws IOException {
    List<LogEvent> events = List.of(batch(5, "a"), batch(5, "a"), batch(6, "a"), batch(2, "a"));
    assertThat(ordered(events)).isEqualTo(events);
  }

  @Test
  void turnsALogWhoseNewestLineIsFirst() throws IOException {
    var ended = new LogEvent.ApplicationEnded(LATE);
    var events = new ArrayList<LogEvent>(List.of(new LogEvent.Seen(LATE), ended));
    events.addAll(descending(3));
    assertThat(ordered(events))
        .containsExactly(
            batch(1, "a"), batch(2, "a"), batch(3, "a"), ended, new LogEvent.Seen(LATE));
  }

  @Test
  void refusesToHoldMoreThanItsLimit() throws IOException {
    assertThat(ordered(descending(OldestFirst.MAX_SORTED))).hasSize(OldestFirst.MAX_SORTED);
    assertThatThrownBy(() -> ordered(descending(OldestFirst.MAX_SORTED + 1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("sort it by time");
  }
}
