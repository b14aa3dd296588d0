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
 * The runbook of the alerts, from the jar, as HTML with an anchor for each heading, so that it can
 * be read wherever the exporter can be reached. Rendered at the first request.
 */
final class Runbook {
  private static final List<Extension> EXTENSIONS =
      List.of(TablesExtension.create(), HeadingAnchorExtension.create());

  private @Nullable String body;

  /** The HTML of the content of the page. */
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
        throw new IllegalStateException("the jar lacks RUNBOOK.md");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Links to files beside the runbook would lead nowhere: only their text stays. */
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
