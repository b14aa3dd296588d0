package io.lagwatch.exporter.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/** Renders the templates of {@code src/main/jte}, which the build turns into classes. */
final class Templates {
  private static final TemplateEngine ENGINE =
      TemplateEngine.createPrecompiled(
          null,
          ContentType.Html,
          Templates.class.getClassLoader(),
          Templates.class.getPackageName());

  private Templates() {}

  /**
   * A whole page.
   *
   * @param template name of the file
   * @param model the only parameter of the template
   */
  static String render(String template, Object model) {
    var page = new StringOutput(32 << 10);
    ENGINE.render(template, model, new PageOutput(page));
    return page.toString();
  }
}
