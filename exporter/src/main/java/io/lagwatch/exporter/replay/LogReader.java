package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.replay.InputArguments.Part;
import io.lagwatch.exporter.replay.LogFileReader.Opened;
import io.lagwatch.exporter.replay.TimelineReader.Unreadable;
import io.lagwatch.exporter.text.Numbers;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads log files as the reports that listeners would have sent. All files are read side by side by
 * the times in them, so that their names and their order do not matter. Not thread-safe.
 */
final class LogReader implements TimelineSource {
  /** Reports wait until no other application can have earlier ones; this many at most. */
  private static final int MAX_WAITING = 10_000;

  private static final int CONTINUATIONS_TRIED = 50;

  private final InputArguments files;
  private final Consumer<Unreadable> unreadable;
  private final LogTime times;
  private final Applications applications = new Applications();
  private final List<Part> waiting = new ArrayList<>();
  private final PriorityQueue<Stream> open =
      new PriorityQueue<>(Comparator.comparing(Stream::at).thenComparingInt(Stream::number));
  private int started;
  private long bytesOfClosed;

  /** A file that is being read. */
  private static final class Stream {
    final Part part;
    final int number;
    final LogFileReader reader;
    final OldestFirst events;
    final Applications.Origin origin;
    @Nullable LogEvent head;
    Instant at = Instant.MIN;

    Stream(Part part, int number, LogFileReader reader, Applications.Origin origin) {
      this.part = part;
      this.number = number;
      this.reader = reader;
      this.events = new OldestFirst(reader::next);
      this.origin = origin;
    }

    Instant at() {
      return at;
    }

    int number() {
      return number;
    }
  }

  LogReader(InputArguments files, Consumer<Unreadable> unreadable, @Nullable ZoneId zone) {
    this.files = files;
    this.unreadable = unreadable;
    this.times = new LogTime(zone);
    waiting.addAll(files.parts());
  }

  @Override
  public @Nullable TimelineLine next() throws IOException {
    while (true) {
      TimelineLine ready = applications.next(MAX_WAITING);
      if (ready != null) {
        return ready;
      }
      if (!step()) {
        applications.end();
        return applications.next(0);
      }
    }
  }

  /** Takes the earliest event; false after the last. */
  private boolean step() {
    while (!waiting.isEmpty() && isDue(waiting.get(0))) {
      start(waiting.remove(0));
    }
    Stream earliest = open.poll();
    if (earliest == null) {
      return false;
    }
    LogEvent event = earliest.head;
    if (event != null) {
      if (applications.take(event, earliest.at, earliest.origin)) {
        files.used(earliest.part);
      }
      pull(earliest);
    }
    return true;
  }

  private boolean isDue(Part part) {
    Stream earliest = open.peek();
    return earliest == null || part.from().isBefore(earliest.at);
  }

  private void start(Part part) {
    try {
      var reader =
          new LogFileReader(
              new Opened(part.name(), part.file().lines()),
              part.order(),
              times,
              this::continuation,
              unreadable);
      pull(new Stream(part, started++, reader, applications.origin(part.application())));
    } catch (IOException e) {
      files.failed(part, e);
    }
  }

  /** Reads the next event of a file, or ends it. */
  private void pull(Stream stream) {
    try {
      LogEvent head = stream.events.next();
      if (head != null) {
        Instant at = head.at();
        stream.head = head;
        stream.at = at == null || at.isBefore(stream.at) ? stream.at : at;
        open.add(stream);
        return;
      }
      stream.reader.close();
    } catch (IOException e) {
      files.failed(stream.part, e);
    }
    bytesOfClosed += stream.reader.packedBytes();
    files.read(stream.part, stream.reader);
    String application = stream.part.application();
    applications.ended(
        stream.origin, waiting.stream().anyMatch(part -> part.application().equals(application)));
  }

  private @Nullable Opened continuation(Predicate<byte[]> follows) throws IOException {
    int tried = 0;
    for (Iterator<Part> parts = waiting.iterator(); parts.hasNext(); ) {
      Part part = parts.next();
      if (tried++ == CONTINUATIONS_TRIED) {
        break;
      }
      if (continues(part, follows)) {
        parts.remove();
        files.used(part);
        return new Opened(part.name(), part.file().lines());
      }
    }
    return null;
  }

  private static boolean continues(Part part, Predicate<byte[]> follows) throws IOException {
    try (FileLines lines = part.file().lines()) {
      byte[] first = lines.next();
      return first != null && first.length > 0 && follows.test(first);
    }
  }

  @Override
  public @Nullable Double readShare() {
    long all = files.size();
    long read =
        bytesOfClosed + open.stream().mapToLong(stream -> stream.reader.packedBytes()).sum();
    return all <= 0 ? null : (Double) Math.min(1.0, (double) read / all);
  }

  @Override
  public List<String> notes() {
    var notes = new ArrayList<String>();
    ZoneId zone = times.learnedZone();
    if (zone != null) {
      notes.add(
          "times of log lines without a zone were read in "
              + (zone.equals(ZoneOffset.UTC) ? "UTC" : "UTC" + zone.getId())
              + (times.isZoneShown() ? ", in which they agree with the progress" : "")
              + "; --zone sets another zone");
    }
    if (times.untimed() > 0) {
      notes.add(
          Numbers.counted(times.untimed(), "line", "lines")
              + " about runs had no time that can be read: the time of the line before was taken");
    }
    return notes;
  }

  @Override
  public ReadCounts counts() {
    return applications.counts();
  }

  @Override
  public List<String> problems() {
    return files.problems();
  }

  @Override
  public void close() throws IOException {
    for (Stream stream : open) {
      stream.reader.close();
    }
    files.close();
  }
}
