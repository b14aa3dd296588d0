package io.lagwatch.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every relative link and every anchor in a Markdown file has a target. Needs no network. */
class LinksTest {
  static Stream<Path> files() {
    return MarkdownFiles.all().stream().map(MarkdownFiles.ROOT::relativize);
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyLinkHasATarget(Path file) {
    Path absolute = MarkdownFiles.ROOT.resolve(file);
    List<String> broken =
        MarkdownLinks.of(absolute).destinations().stream()
            .filter(destination -> isBroken(absolute, destination))
            .toList();
    assertThat(broken).isEmpty();
  }

  @Test
  void readmeLinksToEveryPage() {
    List<Path> linked =
        MarkdownLinks.of(MarkdownFiles.ROOT.resolve("README.md")).destinations().stream()
            .map(destination -> MarkdownFiles.ROOT.resolve(destination.split("#", 2)[0]))
            .toList();
    assertThat(linked)
        .containsAll(
            MarkdownFiles.matching(
                file -> file.startsWith(MarkdownFiles.ROOT.resolve("docs")) && isPage(file)));
  }

  @Test
  void everyPictureIsShown() {
    List<Path> shown =
        MarkdownFiles.all().stream()
            .flatMap(
                file ->
                    MarkdownLinks.of(file).destinations().stream()
                        .map(destination -> file.resolveSibling(destination).normalize()))
            .toList();
    assertThat(shown).containsAll(MarkdownFiles.matching(file -> file.toString().endsWith(".png")));
  }

  @ParameterizedTest
  @CsvSource({
    "docs/alerts.md#table, false",
    "docs/alerts.md#no-such-heading, true",
    "docs/no-such-page.md, true",
    "docs, false",
    "#broken, true",
    "https://example.com/anything, false"
  })
  void noticesALinkThatLeadsNowhere(String destination, boolean broken) {
    Path readme = MarkdownFiles.ROOT.resolve("README.md");
    assertThat(isBroken(readme, destination)).isEqualTo(broken);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "# `GET /` and more   | get--and-more",
        "# Is it working?     | is-it-working",
        "# 3.3, 3.4 _and_ 4.2 | 33-34-and-42"
      })
  void makesAnchorsAsGitHubDoes(String heading, String anchor) {
    assertThat(MarkdownLinks.of(heading).anchors()).containsExactly(anchor);
  }

  @Test
  void numbersAnchorsOfEqualHeadings() {
    assertThat(MarkdownLinks.of("# A\n\n# A\n").anchors()).containsExactlyInAnyOrder("a", "a-1");
  }

  private static boolean isPage(Path file) {
    return file.toString().endsWith(".md");
  }

  private static boolean isBroken(Path from, String destination) {
    if (destination.matches("(?i)[a-z]+:.*")) {
      return false;
    }
    String[] parts = destination.split("#", 2);
    Path target = parts[0].isEmpty() ? from : from.resolveSibling(parts[0]).normalize();
    if (!target.startsWith(MarkdownFiles.ROOT) || !Files.exists(target)) {
      return true;
    }
    return parts.length == 2 && !MarkdownLinks.of(target).anchors().contains(parts[1]);
  }
}
