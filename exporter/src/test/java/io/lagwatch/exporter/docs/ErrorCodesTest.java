package io.lagwatch.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every error code that the HTTP API can answer is explained in docs/http-api.md, and no other. */
class ErrorCodesTest {
  /** The places in the code at which an error gets its code. */
  private static final List<Pattern> CREATED =
      List.of(
          Pattern.compile("new HttpRefusal\\(\\s*\\w+,\\s*\"(\\w+)\""),
          Pattern.compile("new (?:Decoded\\.)?Refused\\(\\s*\"(\\w+)\""),
          Pattern.compile("static final String (?:[A-Z_]+) = \"([a-z]+_[a-z_]+)\";"));

  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| ([0-9, ]+) \\|");

  @Test
  void everyCodeIsExplained() throws IOException {
    Set<String> inCode = codes();
    assertThat(inCode)
        .as("one of each place in the code")
        .contains("not_local", "too_large", "malformed_json", "missing_field", "too_many_queries");
    assertThat(documented()).isEqualTo(inCode);
  }

  private static Set<String> codes() throws IOException {
    var codes = new TreeSet<String>();
    for (Path file : MarkdownFiles.matching(ErrorCodesTest::mayCreateErrors)) {
      String source = Files.readString(file);
      for (Pattern created : CREATED) {
        created.matcher(source).results().forEach(result -> codes.add(result.group(1)));
      }
    }
    // Prefixes of codes are no codes.
    codes.removeIf(code -> code.endsWith("_"));
    return codes;
  }

  private static boolean mayCreateErrors(Path file) {
    Path main = MarkdownFiles.ROOT.resolve("exporter/src/main/java/io/lagwatch/exporter");
    return file.toString().endsWith(".java")
        && List.of("web", "ingest", "query", "watch").stream()
            .anyMatch(name -> file.startsWith(main.resolve(name)));
  }

  private static Set<String> documented() {
    var codes = new TreeSet<String>();
    ROW.matcher(MarkdownPage.at("docs/http-api.md").text())
        .results()
        .forEach(row -> codes.add(row.group(1)));
    return codes;
  }
}
