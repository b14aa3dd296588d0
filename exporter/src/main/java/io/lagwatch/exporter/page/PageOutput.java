package io.lagwatch.exporter.page;

import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes a page. The engine escapes markup; this class also replaces characters by U+FFFD that HTML
 * cannot contain (NUL). In visible text it also replaces invisible characters: control characters
 * and marks that change the direction of text. A name with such a mark could otherwise reorder the
 * words around it.
 */
final class PageOutput extends OwaspHtmlTemplateOutput {
  private static final char REPLACEMENT = '\uFFFD';

  /** Attributes whose values are read by people; others must keep the exact name. */
  private static final Set<String> READ_BY_PEOPLE = Set.of("aria-label", "title", "data-said");

  private @Nullable String attribute;

  PageOutput(TemplateOutput page) {
    super(page);
  }

  @Override
  public void setContext(String tag, @Nullable String attribute) {
    this.attribute = attribute;
    super.setContext(tag, attribute);
  }

  @Override
  public void writeUserContent(@Nullable String text) {
    super.writeUserContent(text == null ? null : visible(text));
  }

  private String visible(String text) {
    boolean read = attribute == null || READ_BY_PEOPLE.contains(attribute);
    StringBuilder replaced = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0 || (read && isInvisible(c))) {
        replaced = replaced == null ? new StringBuilder(text) : replaced;
        replaced.setCharAt(i, REPLACEMENT);
      }
    }
    return replaced == null ? text : replaced.toString();
  }

  private static boolean isInvisible(char c) {
    return switch (c) {
      case '\t', '\n', '\r' -> false;
      case '\u061C', '\u200E', '\u200F' -> true;
      default ->
          Character.isISOControl(c)
              || (c >= '\u202A' && c <= '\u202E')
              || (c >= '\u2066' && c <= '\u2069');
    };
  }
}
