package io.lagwatch.exporter.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/** The links of a Markdown file and the anchors of its headings. */
final class MarkdownLinks {
  private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

  private final List<String> destinations = new ArrayList<>();
  private final Set<String> anchors = new HashSet<>();

  private MarkdownLinks() {}

  static MarkdownLinks of(Path file) {
    try {
      return of(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static MarkdownLinks of(String markdown) {
    var links = new MarkdownLinks();
    Parser.builder().extensions(EXTENSIONS).build().parse(markdown).accept(links.new Collector());
    return links;
  }

  /** Where links and pictures point, as written. */
  List<String> destinations() {
    return destinations;
  }

  /** The anchors of the headings, as GitHub makes them. */
  Set<String> anchors() {
    return anchors;
  }

  private final class Collector extends AbstractVisitor {
    private final Map<String, Integer> uses = new HashMap<>();

    @Override
    public void visit(Link link) {
      destinations.add(link.getDestination());
      visitChildren(link);
    }

    @Override
    public void visit(Image image) {
      destinations.add(image.getDestination());
    }

    @Override
    public void visit(Heading heading) {
      String anchor =
          text(heading)
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N} _-]", "")
              .replace(' ', '-');
      int use = uses.merge(anchor, 1, Integer::sum);
      anchors.add(use == 1 ? anchor : anchor + "-" + (use - 1));
      visitChildren(heading);
    }

    private static String text(Node parent) {
      var text = new StringBuilder();
      parent.accept(
          new AbstractVisitor() {
            @Override
            public void visit(Text part) {
              text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
              text.append(part.getLiteral());
            }
          });
      return text.toString();
    }
  }
}
