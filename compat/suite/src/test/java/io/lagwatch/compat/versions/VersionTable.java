package io.lagwatch.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.demo.environment.BuildArtifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of results in {@code target/versions.md}. The table in docs/compatibility.md must be
 * the same. {@code -Ddocs.write=true} writes the latter when all versions have run.
 */
final class VersionTable {
  private static final String BEGIN = "<!-- versions: begin -->\n";
  private static final String END = "<!-- versions: end -->";

  private final List<VersionResults> rows = new ArrayList<>();

  /**
   * Adds the row of a version that has run all tests.
   *
   * @param last true for the last version
   */
  void add(VersionResults row, boolean last) throws IOException {
    rows.add(row);
    Path root = BuildArtifacts.around(Path.of("")).root();
    Files.writeString(root.resolve("compat/suite/target/versions.md"), markdown());
    Path file = root.resolve("docs/compatibility.md");
    String page = Files.readString(file);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    int to = page.indexOf(END);
    assertThat(to).as("the table in docs/compatibility.md").isGreaterThanOrEqualTo(from);
    if (Boolean.getBoolean("docs.write")) {
      if (last) {
        Files.writeString(file, page.substring(0, from) + markdown() + page.substring(to));
      }
    } else {
      String section = page.substring(from, to);
      assertThat(section.lines()).as("the table in docs/compatibility.md").contains(row.markdown());
      if (last) {
        assertThat(section).as("the table in docs/compatibility.md").isEqualTo(markdown());
      }
    }
  }

  private String markdown() {
    StringBuilder table = new StringBuilder(VersionResults.head());
    rows.forEach(row -> table.append(row.markdown()).append('\n'));
    return table.toString();
  }
}
