package io.lagwatch.exporter.replay;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * What {@code replay --format text} said, without the names that differ from log to log.
 *
 * @param alerts the transitions, with their times
 * @param numbers batches, rows and the worst lag of each query
 * @param read how many progress were used
 * @param notUsed how many were not
 */
record ReplayAnswer(
    int exitCode,
    List<String> alerts,
    List<String> numbers,
    int read,
    int notUsed,
    String out,
    String err) {
  private static final int LINES_SHOWN = 2;
  private static final Pattern TRANSITION =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\S+ +(?:firing|resolved) +\\S+).*");
  private static final Pattern NUMBERS = Pattern.compile(" *(batches \\d+, rows [^(]*).*");
  private static final Pattern READ = Pattern.compile("read (\\d+) progress.*; (\\d+) not used.*");

  static ReplayAnswer to(List<String> arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    var command = new CommandLine(new ReplayCommand(Map.of(), ReplayReport::title));
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    var all = new ArrayList<>(List.of("--format", "text"));
    all.addAll(arguments);
    int exitCode = command.execute(all.toArray(String[]::new));
    String text = out.toString();
    return new ReplayAnswer(
        exitCode,
        matches(TRANSITION, text),
        matches(NUMBERS, text),
        number(text, 1),
        number(text, 2),
        text,
        err.toString());
  }

  /** Whether the same batches and alerts were found. */
  boolean saysTheSameAs(ReplayAnswer other) {
    return alerts.equals(other.alerts) && numbers.equals(other.numbers) && read == other.read;
  }

  /** The answer on one line. */
  String brief() {
    return "exit code %d, %s, %s, read %d, not used %d; %s"
        .formatted(
            exitCode, alerts, numbers, read, notUsed, err.lines().limit(LINES_SHOWN).toList());
  }

  private static List<String> matches(Pattern pattern, String text) {
    return text.lines()
        .map(pattern::matcher)
        .filter(Matcher::matches)
        .map(line -> line.group(1).strip())
        .toList();
  }

  private static int number(String text, int group) {
    return text.lines()
        .map(READ::matcher)
        .filter(Matcher::matches)
        .mapToInt(line -> Integer.parseInt(line.group(group)))
        .sum();
  }
}
