package io.lagwatch.exporter.page;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Builds a page element by element. Whatever comes in as text or as an attribute's value is
 * escaped; names of elements and attributes are ours. One thread.
 */
final class Html {
  private final StringBuilder out = new StringBuilder(16 << 10);
  private final Deque<String> open = new ArrayDeque<>();

  Html() {
    out.append("<!doctype html>\n");
  }

  /**
   * Opens an element.
   *
   * @param attributes name, value, name, value
   */
  Html open(String element, String... attributes) {
    tag(element, attributes);
    open.push(element);
    return this;
  }

  /** An element that has no content and no end tag. */
  Html empty(String element, String... attributes) {
    tag(element, attributes);
    return this;
  }

  /** An element with text alone. */
  Html element(String element, String text, String... attributes) {
    return open(element, attributes).text(text).close();
  }

  Html text(String text) {
    escape(text);
    return this;
  }

  /** HTML that is ours and needs no escaping. */
  Html ours(String markup) {
    out.append(markup);
    return this;
  }

  Html close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  @Override
  public String toString() {
    while (!open.isEmpty()) {
      close();
    }
    return out.append('\n').toString();
  }

  private void tag(String element, String... attributes) {
    out.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1]);
      out.append('"');
    }
    out.append('>');
  }

  private void escape(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        // Nul is not allowed in a page in any spelling.
        case '\0' -> out.append('\uFFFD');
        default -> out.append(c);
      }
    }
  }
}
