package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.replay.TimelineReader.Unreadable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one file of a log, whatever forms it mixes: event log, driver log, structured log, saved
 * progress, lines of a recording. If the file ends inside a document, it is read on in the file
 * that continues it. Not thread-safe.
 */
final class LogFileReader implements AutoCloseable {
  private static final Pattern COLOURS = Pattern.compile("\\x1B\\[[0-9;?]*[A-Za-z]");

  /** A container runtime splits long lines: all parts but the last are marked P. */
  private static final Pattern PARTIAL =
      Pattern.compile("^(\\S{20,40} (?:stdout|stderr)) ([PF]) (.*)$", Pattern.DOTALL);

  private static final int PARTIAL_WITHIN = 60;

  /** Finds the file that continues one that ended inside a document. */
  interface Continuation {
    /**
     * The lines that follow; null if no file continues.
     *
     * @param follows whether the first line of a file continues what has ended
     */
    @Nullable Opened after(Predicate<byte[]> follows) throws IOException;
  }

  /** A file that is being read. */
  record Opened(String name, FileLines lines) {}

  private final Queue<LogEvent> events = new ArrayDeque<>();
  private final Continuation continuation;
  private final Consumer<Unreadable> unreadable;
  private final LogText text;
  private final LogDocuments documents;
  private final LogLineScanner scanner;

  /** For the lines inside the text fields of structured logs, which may hold one line each. */
  private final LogLineScanner inner;

  private final LineOrder order;
  private final HeldLines held = new HeldLines(HeldLines.MAX_CHARACTERS);
  private final StringBuilder partial = new StringBuilder();
  private Opened file;
  private boolean onlyEvents;
  private boolean isFirst = true;
  private boolean ended;
  private long linesBefore;
  private long bytesBefore;
  private String firstLine = "";
  private boolean isBinary;
  private boolean hasCutDocument;

  /** A progress was not used, and what follows may be a part of it. */
  private boolean isBroken;

  LogFileReader(
      Opened file,
      LineOrder order,
      LogTime times,
      Continuation continuation,
      Consumer<Unreadable> unreadable) {
    this.file = file;
    this.order = order;
    this.continuation = continuation;
    this.unreadable = unreadable;
    this.text = new LogText(times, events::add);
    this.documents =
        new LogDocuments(new DocumentEvents(), new StructuredText(times, new RecordText()));
    this.scanner = new LogLineScanner(new ScannedText());
    this.inner = new LogLineScanner(new ScannedText());
  }

  /** The next event, or null after the last. */
  @Nullable LogEvent next() throws IOException {
    while (events.isEmpty() && !ended) {
      step();
    }
    return events.poll();
  }

  /** Reads on to the next line that can matter; afterwards {@link #next} may have events. */
  private void step() throws IOException {
    FileLines from = file.lines();
    byte[] line = from.next(filter());
    byte[] skipped = from.skipped();
    if (skipped != null) {
      take(skipped, from, from.number() - 1);
    }
    if (line != null && !from.torn()) {
      read(line, from);
      return;
    }
    boolean isTorn = line != null;
    boolean mayContinue = isTorn || scanner.isOpen() || inner.isOpen();
    Opened next = mayContinue ? continuation.after(first -> follows(first, isTorn)) : null;
    if (next != null) {
      from.close();
      linesBefore += from.number();
      bytesBefore += from.packedBytes();
      file = next;
      byte[] rest = next.lines().next();
      take(joined(line, rest), next.lines(), next.lines().number());
    } else if (line != null) {
      read(line, from);
    } else {
      from.close();
      held.read();
      ended = true;
      inner.end();
      scanner.end();
      text.end();
    }
  }

  /**
   * What can be skipped: of the lines before one that can matter only the last is used, for its
   * time.
   */
  private LineFilter filter() {
    boolean all =
        firstLine.isEmpty()
            || onlyEvents
            || order != LineOrder.OLDEST_FIRST
            || scanner.isOpen()
            || inner.isOpen()
            || !partial.isEmpty()
            || text.awaitsException();
    return all ? LineFilter.ALL : LineFilter.DRIVER_LOG;
  }

  /** Whether the first line of another file continues what this one ended in. */
  private boolean follows(byte[] first, boolean isTorn) {
    String line = plain(first);
    if (isTorn) {
      boolean begins = line.startsWith("{") && EscapedText.endOf(line, 0) == 0;
      return !LogTime.isIn(line) && !begins && !line.startsWith("[");
    }
    if (scanner.isOpen()) {
      return scanner.isContinuedBy(line);
    }
    String inside = documents.textOfRecord(line);
    return inside != null && inner.isContinuedBy(inside);
  }

  private static byte[] joined(byte @Nullable [] begun, byte @Nullable [] rest) {
    var whole = new ByteArrayOutputStream();
    whole.writeBytes(begun == null ? new byte[0] : begun);
    whole.writeBytes(rest == null ? new byte[0] : rest);
    return whole.toByteArray();
  }

  private void read(byte[] line, FileLines from) {
    if (from.tooLong()) {
      tell(
          from.number(),
          "expected a line of at most " + FileLines.MAX_LINE + " bytes, found a longer one");
    } else {
      take(line, from, from.number());
    }
  }

  private void take(byte[] line, FileLines from, long number) {
    if (SparkEvents.isEvent(line) && event(line, from, number)) {
      onlyEvents |= isFirst;
      isFirst = false;
      return;
    }
    String plain = plain(line);
    if (plain.isBlank()) {
      return;
    }
    if (firstLine.isEmpty()) {
      firstLine = InputArguments.shown(plain);
      isBinary = plain.indexOf('\0') >= 0 || plain.indexOf('\uFFFD') >= 0;
    }
    if (onlyEvents && plain.indexOf('{') < 0 && !LogTime.isIn(plain)) {
      tell(number, "expected an event of Spark as a JSON object, found something else");
    }
    isFirst = false;
    if (order == LineOrder.NEWEST_LINE_FIRST) {
      held.begin();
      held.add(() -> whole(plain, number), plain.length());
    } else {
      whole(plain, number);
    }
  }

  /** Takes a line of an event log; false when it is not a whole event. */
  private boolean event(byte[] line, FileLines from, long number) {
    if (!SparkEvents.isWanted(line)) {
      Instant at = SparkEvents.time(line);
      if (at != null) {
        text.seen(at);
      }
      return true;
    }
    boolean isWhole = documents.sparkEvent(line, number);
    if (!isWhole && from.torn()) {
      tell(number, "an event of Spark is not used: the log ends inside it");
      return true;
    }
    return isWhole;
  }

  /** Joins the parts of a line that a container runtime has split. */
  private void whole(String line, long number) {
    text.noRecord();
    boolean mayBePart = line.indexOf(" std") > 0 && line.indexOf(" std") < PARTIAL_WITHIN;
    var parts = mayBePart ? PARTIAL.matcher(line) : null;
    if (parts == null || !parts.matches()) {
      scanner.line(line, number);
      return;
    }
    boolean isLast = parts.group(2).equals("F");
    if (isLast && partial.isEmpty()) {
      scanner.line(line, number);
      return;
    }
    if (partial.isEmpty()) {
      partial.append(parts.group(1)).append(" F ");
    }
    partial.append(parts.group(3));
    if (isLast || partial.length() > OpenDocument.MAX_CHARACTERS) {
      String joined = partial.toString();
      partial.setLength(0);
      scanner.line(joined, number);
    }
  }

  static String plain(byte[] line) {
    int length = line.length > 0 && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
    String text = new String(line, 0, length, StandardCharsets.UTF_8);
    String plain = text.indexOf('\u001b') < 0 ? text : COLOURS.matcher(text).replaceAll("");
    return plain.contains("&quot;") ? withoutEntities(plain) : plain;
  }

  /** A line of a page in HTML. */
  private static String withoutEntities(String line) {
    return line.replace("&quot;", "\"")
        .replace("&#x27;", "'")
        .replace("&#39;", "'")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
  }

  /** Lines that have been read. */
  long lines() {
    return linesBefore + file.lines().number();
  }

  /** Bytes of the file that have been read, before they were unpacked. */
  long packedBytes() {
    return bytesBefore + file.lines().packedBytes();
  }

  /** The beginning of the first line with text. */
  String firstLine() {
    return firstLine;
  }

  /** Whether a document had no end. */
  boolean hasCutDocument() {
    return hasCutDocument;
  }

  /** Whether the first line with text is none. */
  boolean isBinary() {
    return isBinary;
  }

  private void tell(long line, String message) {
    unreadable.accept(new Unreadable(file.name(), line, message, false));
  }

  /** Names a progress of which only the end is there. */
  private void headless(String outside, long line) {
    if (!isBroken && LogDocuments.hasProgressField(outside)) {
      isBroken = true;
      tell(line, "a progress is not used: its beginning is missing");
    }
  }

  @Override
  public void close() throws IOException {
    file.lines().close();
  }

  /** What the scanners find. */
  private final class ScannedText implements LogLineScanner.ScanListener {
    @Override
    public void document(String document, long line) {
      documents.document(document, line);
    }

    @Override
    public void cut(String document, long line) {
      isBroken = true;
      hasCutDocument = true;
      if (LogDocuments.looksLikeProgress(document)) {
        tell(
            line,
            ended
                ? "a progress is not used: the log ends inside it"
                : "expected the JSON of a progress, found it broken");
      }
    }

    @Override
    public void text(String line, long number) {
      text.line(line);
      headless(line, number);
    }

    @Override
    public void behind(String text, long number) {
      headless(text, number);
    }

    @Override
    public void escaped(String unescaped, long line) {
      unescaped.lines().forEach(inside -> inner.line(inside, line));
    }
  }

  /** What the documents say. */
  private final class DocumentEvents implements LogDocuments.DocumentListener {
    @Override
    public void event(LogEvent event) {
      events.add(event);
    }

    @Override
    public void progressed(Instant at) {
      isBroken = false;
      text.progressed(at);
    }

    @Override
    public void notUsed(long line, String message) {
      isBroken = true;
      tell(line, message);
    }
  }

  /** What the records of a structured log say. */
  private final class RecordText implements StructuredText.RecordListener {
    private final boolean mustHold = order == LineOrder.NEWEST_RECORD_FIRST;

    @Override
    public void time(Instant at) {
      begin();
      tell(() -> text.record(at), 0);
    }

    @Override
    public void timeText(String time) {
      begin();
      tell(() -> text.record(time), time.length());
    }

    @Override
    public void begin() {
      if (mustHold) {
        held.begin();
      }
    }

    private void tell(Runnable reading, int length) {
      if (mustHold) {
        held.add(reading, length);
      } else {
        reading.run();
      }
    }

    @Override
    public void line(String line, long number) {
      tell(() -> inner.line(line, number), line.length());
    }

    @Override
    public boolean awaitsLine() {
      return mustHold || inner.isOpen() || text.awaitsException();
    }

    @Override
    public void exception(String line) {
      tell(() -> text.exception(line), line.length());
    }
  }
}
