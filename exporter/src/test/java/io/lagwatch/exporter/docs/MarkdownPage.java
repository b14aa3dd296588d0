package io.lagwatch.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page of the documentation. A part between the comments {@code <!-- name: begin -->} and {@code
 * <!-- name: end -->} is generated: {@code -Ddocs.write=true} writes it (see CONTRIBUTING).
 */
public final class MarkdownPage {
  private final Path file;

  private MarkdownPage(Path file) {
    this.file = file;
  }

  /** The page at a path below the root of the repository. */
  public static MarkdownPage at(String path) {
    return new MarkdownPage(MarkdownFiles.ROOT.resolve(path));
  }

  /** True when the tests write the generated parts instead of checking them. */
  public static boolean isWriting() {
    return Boolean.getBoolean("docs.write");
  }

  /** The whole page. */
  public String text() {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A generated part as it is on the page. */
  public String part(String name) {
    String text = text();
    return text.substring(begin(text, name), end(text, name));
  }

  /** Checks that a generated part is as expected, or writes it. */
  public void holds(String name, String expected) {
    if (isWriting()) {
      write(name, expected);
    } else {
      assertThat(part(name)).as("%s in %s", name, file).isEqualTo(expected);
    }
  }

  /** Replaces a generated part. */
  public void write(String name, String content) {
    String text = text();
    try {
      Files.writeString(
          file, text.substring(0, begin(text, name)) + content + text.substring(end(text, name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int begin(String text, String name) {
    String marker = "<!-- " + name + ": begin -->\n";
    assertThat(text).as("%s", file).containsOnlyOnce(marker);
    return text.indexOf(marker) + marker.length();
  }

  private int end(String text, String name) {
    String marker = "<!-- " + name + ": end -->";
    assertThat(text).as("%s", file).containsOnlyOnce(marker);
    return text.indexOf(marker);
  }
}
