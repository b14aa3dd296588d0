package io.lagwatch.exporter.replay;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Lines whose newest is first, until all have been read. Not thread-safe. */
final class HeldLines {
  /** Exports of log collectors are far smaller. */
  static final long MAX_CHARACTERS = 32L * 1024 * 1024;

  /** What keeping a line costs besides its characters. */
  private static final int PER_LINE = 64;

  /** More lines than are held. */
  static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1;

    TooLarge(String message) {
      super(message);
    }
  }

  private final List<List<Runnable>> records = new ArrayList<>();
  private final long maxCharacters;
  private long characters;

  HeldLines(long maxCharacters) {
    this.maxCharacters = maxCharacters;
  }

  /** The next lines are of another record. */
  void begin() {
    records.add(new ArrayList<>(2));
  }

  /**
   * Holds a part of the record.
   *
   * @param length of its text
   */
  void add(Runnable reading, int length) {
    characters += length + PER_LINE;
    if (characters > maxCharacters) {
      records.clear();
      return;
    }
    if (records.isEmpty()) {
      begin();
    }
    records.get(records.size() - 1).add(reading);
  }

  /**
   * Reads the records, the last one first.
   *
   * @throws IOException if they were too large to be held
   */
  void read() throws IOException {
    if (characters > maxCharacters) {
      throw new TooLarge(
          "the newest line is first, and the file has more than "
              + (maxCharacters >> 20)
              + " MB; reverse it first, for example with tac");
    }
    for (int i = records.size() - 1; i >= 0; i--) {
      records.get(i).forEach(Runnable::run);
    }
    records.clear();
  }
}
