package io.lagwatch.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts use the words that engineers who are not native speakers know. */
class PlainWordsTest {
  private static final Pattern HARD_WORDS =
      Pattern.compile(
          "\\b("
              + String.join(
                  "|",
                  "anew",
                  "at once",
                  "alone",
                  "breaks? off",
                  "by now",
                  "finished batch(?:es)?",
                  "goodbye",
                  "in vain",
                  "last word",
                  "lest",
                  "lets? go of",
                  "made again",
                  "no longer than",
                  "(?:not )?wholly",
                  "present rates?",
                  "rubbish",
                  "sacred",
                  "sign of life",
                  "so many",
                  "speaks?",
                  "turned away",
                  "unless (?:set|given)",
                  "utter(?:ed)?",
                  "what it is of",
                  "who(?:m)?ever",
                  "woken")
              + ")\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern BEGIN = Pattern.compile("<!-- \\S+: begin -->");
  private static final Pattern END = Pattern.compile("<!-- \\S+: end -->");

  /** Files and folders whose texts are checked, in addition to all Markdown files. */
  private static final List<String> CHECKED =
      List.of(
          "alerts",
          "bench.sh",
          "benchmarks",
          "dashboards",
          "demo.sh",
          "test.sh",
          "deploy",
          "dev",
          "release",
          "listener/src",
          "compat",
          "demo",
          "testbed",
          "exporter/src");

  private static final Pattern TEXT =
      Pattern.compile(".*\\.(awk|java|json|jte|md|mjs|properties|sh|ya?ml)");

  static Stream<Path> texts() {
    return MarkdownFiles.matching(PlainWordsTest::isChecked).stream()
        .map(MarkdownFiles.ROOT::relativize);
  }

  private static boolean isChecked(Path file) {
    Path path = MarkdownFiles.ROOT.relativize(file);
    boolean inFolder = CHECKED.stream().anyMatch(path::startsWith);
    return path.toString().endsWith(".md")
        || inFolder
            && TEXT.matcher(path.toString()).matches()
            && !path.endsWith("package-lock.json")
            // Lists the hard words.
            && !path.endsWith("PlainWordsTest.java");
  }

  @ParameterizedTest
  @MethodSource("texts")
  void usesPlainWords(Path file) throws IOException {
    var hard = new ArrayList<String>();
    boolean generated = false;
    List<String> lines = Files.readAllLines(MarkdownFiles.ROOT.resolve(file));
    for (int i = 0; i < lines.size(); i++) {
      generated = generated ? !END.matcher(lines.get(i)).matches() : isBegin(lines.get(i));
      if (!generated && HARD_WORDS.matcher(lines.get(i)).find()) {
        hard.add((i + 1) + ": " + lines.get(i).strip());
      }
    }
    assertThat(hard).isEmpty();
  }

  private static boolean isBegin(String line) {
    return BEGIN.matcher(line).matches();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "begins anew",
        "At once.",
        "it lets go of them",
        "15 min unless set",
        "A finished batch."
      })
  void noticesAHardWord(String text) {
    assertThat(HARD_WORDS.matcher(text).find()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"standalone", "the lesson", "renewed"})
  void letsOtherWordsPass(String text) {
    assertThat(HARD_WORDS.matcher(text).find()).isFalse();
  }
}
