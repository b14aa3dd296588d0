package io.lagwatch.exporter.replay;

import java.util.ArrayList;
import java.util.List;

/** What is missing from a log, or is in it twice. */
enum LogCut {
  NONE,
  FIRST_CUT_OFF,
  LAST_CUT_OFF,
  SPLIT_INSIDE,
  OVERLAPPING,
  PRINTED_TWICE;

  private static final int MIDDLE = LoggedQuery.BATCHES / 2;

  /** The texts of the files. */
  List<String> files(RecordForm form, LinePrefix prefix) {
    int last = LoggedQuery.BATCHES;
    return switch (this) {
      case NONE -> List.of(text(form, prefix, 0, last));
      case PRINTED_TWICE -> List.of(twice(form, prefix));
      case OVERLAPPING ->
          List.of(text(form, prefix, 0, MIDDLE + 2), text(form, prefix, MIDDLE, last));
      case FIRST_CUT_OFF -> List.of(text(form, prefix, 0, last).substring(inside(form, prefix, 0)));
      case LAST_CUT_OFF ->
          List.of(text(form, prefix, 0, last).substring(0, inside(form, prefix, last - 1)));
      case SPLIT_INSIDE -> {
        String all = text(form, prefix, 0, last);
        int at = inside(form, prefix, MIDDLE);
        yield List.of(all.substring(0, at), all.substring(at));
      }
    };
  }

  /** Whether an answer names the block that is missing in part, and only that. */
  boolean isToldBy(ReplayAnswer answer) {
    return switch (this) {
      case FIRST_CUT_OFF, LAST_CUT_OFF -> answer.exitCode() == 1 && answer.notUsed() == 1;
      default -> answer.exitCode() == 0 && answer.notUsed() == 0 && answer.err().isEmpty();
    };
  }

  /** Whether a form can be cut in this way. */
  boolean suits(RecordForm form) {
    return this != PRINTED_TWICE || !form.isOneDocument();
  }

  private static String text(RecordForm form, LinePrefix prefix, int from, int to) {
    return String.join("", parts(form, prefix, from, to));
  }

  private static List<String> parts(RecordForm form, LinePrefix prefix, int from, int to) {
    var parts = new ArrayList<String>();
    boolean isLineStart = true;
    int batch = from - 1;
    for (String part : form.batches(from, to)) {
      int number = Math.min(Math.max(batch++, from), to - 1);
      var at = batch == from ? LoggedQuery.began(number) : LoggedQuery.ended(number);
      parts.add(prefix.addTo(part, at, isLineStart));
      isLineStart = part.isEmpty() ? isLineStart : part.endsWith("\n");
    }
    return parts;
  }

  private static String twice(RecordForm form, LinePrefix prefix) {
    List<String> parts = parts(form, prefix, 0, LoggedQuery.BATCHES);
    var text = new StringBuilder(parts.get(0));
    parts.subList(1, parts.size() - 1).forEach(part -> text.append(part).append(part));
    return text.toString();
  }

  /** A place in the middle of a batch, where a line begins if it has several. */
  private static int inside(RecordForm form, LinePrefix prefix, int batch) {
    List<String> parts = parts(form, prefix, 0, LoggedQuery.BATCHES);
    int before = String.join("", parts.subList(0, batch + 1)).length();
    String part = parts.get(batch + 1);
    int middle = part.length() / 2;
    int line = part.lastIndexOf('\n', middle);
    return before + (line > 0 ? line + 1 : middle);
  }
}
