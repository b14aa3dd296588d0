package io.lagwatch.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The machine's language must not change a text: some languages write numbers with own digits. */
class LocaleTest {
  private static final Pattern DEFAULT_LOCALE =
      Pattern.compile("String\\.format\\((?!\\s*Locale\\.)|%[0-9]*[df][^\"]*\"\\s*\\.formatted\\(");

  @Test
  void numbersAreFormattedIndependentlyOfTheMachine() throws IOException {
    List<Path> sources =
        MarkdownFiles.matching(
            file ->
                file.toString().endsWith(".java")
                    && List.of("listener", "exporter").stream()
                        .map(module -> MarkdownFiles.ROOT.resolve(module).resolve("src/main/java"))
                        .anyMatch(file::startsWith));
    assertThat(sources).hasSizeGreaterThan(100);
    List<String> wrong = new ArrayList<>();
    for (Path source : sources) {
      if (DEFAULT_LOCALE.matcher(Files.readString(source)).find()) {
        wrong.add(MarkdownFiles.ROOT.relativize(source).toString());
      }
    }
    assertThat(wrong).isEmpty();
  }
}
