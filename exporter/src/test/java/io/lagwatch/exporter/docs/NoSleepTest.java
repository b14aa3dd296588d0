package io.lagwatch.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests wait for a condition, not for a time: a busy machine needs longer than any fixed time. */
class NoSleepTest {
  private static final Pattern SLEEP =
      Pattern.compile("\\.sleep\\(|\\bparkNanos\\(|\\bparkUntil\\(");
  private static final Path THIS_TEST = Path.of("NoSleepTest.java");

  @Test
  void noTestOfAnyModuleSleeps() throws IOException {
    List<Path> tests =
        MarkdownFiles.matching(
            file ->
                file.toString().contains("/src/test/java/")
                    && file.toString().endsWith(".java")
                    && !file.endsWith(THIS_TEST));
    assertThat(tests).hasSizeGreaterThan(100);
    List<String> sleeping = new ArrayList<>();
    for (Path test : tests) {
      for (String line : Files.readAllLines(test)) {
        if (SLEEP.matcher(line).find()) {
          sleeping.add(MarkdownFiles.ROOT.relativize(test) + ": " + line.strip());
        }
      }
    }
    assertThat(sleeping).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Thread.sleep(5);", "TimeUnit.SECONDS.sleep(1);", "LockSupport.parkNanos(9);"})
  void noticesASleep(String line) {
    assertThat(SLEEP.matcher(line).find()).isTrue();
  }
}
