package io.lagwatch.exporter.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jspecify.annotations.Nullable;

/**
 * Converts the runbook in the jar to HTML with an anchor for each heading. It is converted at the
 * first request. Thread-safe.
 */
final class Runbook {
  private static final List<Extension> EXTENSIONS =
      List.of(TablesExtension.create(), HeadingAnchorExtension.create());

  private @Nullable String body;

  /** Returns the HTML of the runbook. */
  synchronized String body() {
    if (body == null) {
      Node document = Parser.builder().extensions(EXTENSIONS).build().parse(text());
      document.accept(new LocalLinks());
      body = HtmlRenderer.builder().extensions(EXTENSIONS).build().render(document);
    }
    return body;
  }

  private static String text() {
    try (var in = Runbook.class.getResourceAsStream("RUNBOOK.md")) {
      if (in == null) {
        throw new IllegalStateException("missing in the jar: RUNBOOK.md");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Replaces links to other files by their text, because the exporter does not serve these files.
   */
  private static final class LocalLinks extends AbstractVisitor {
    @Override
    public void visit(Link link) {
      var to = link.getDestination();
      if (!to.startsWith("#") && !to.startsWith("http")) {
        for (Node child = link.getFirstChild(); child != null; child = link.getFirstChild()) {
          link.insertBefore(child);
        }
        link.unlink();
      }
    }
  }
}
