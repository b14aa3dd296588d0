package io.lagwatch.exporter.web;

import static io.lagwatch.exporter.web.Browser.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.docs.MarkdownPage;
import io.lagwatch.exporter.scenario.Story;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/**
 * The pictures of the status page in the documentation. {@code -Dpictures.write=true} replaces them
 * (see CONTRIBUTING). Without it they are taken and discarded, and those that are kept must be
 * shown.
 */
class PicturesIT {
  private static final Path FOLDER = Path.of("..", "docs", "img");
  private static final int WIDTH = 1240;
  private static final int MOST_BYTES = 150_000;

  @Test
  void documentationShowsPicturesOfTheStatusPage() throws IOException {
    try (var stage = new PageStage(Story.TROUBLE, 0);
        var browser = new Browser()) {
      var home = "http://127.0.0.1:" + stage.port() + "/";
      browser.open(home);
      browser.size(WIDTH, 760);
      take(browser, "status-overview.png", "README.md");
      browser.dark(true);
      browser.reopen(home + "queries/course-tiles/course-activity-tile");
      browser.size(WIDTH, 700);
      soon().until(() -> browser.number("document.querySelectorAll('figure canvas').length") == 7);
      take(browser, "status-query.png", "docs/status-page.md");
    }
  }

  private static void take(Browser browser, String name, String page) throws IOException {
    var file = FOLDER.resolve(name);
    byte[] picture = browser.screenshot();
    assertThat(ImageIO.read(new ByteArrayInputStream(picture)).getWidth()).isEqualTo(WIDTH);
    if (Boolean.getBoolean("pictures.write")) {
      Files.createDirectories(FOLDER);
      Files.write(file, picture);
    }
    assertThat(Files.size(file)).isBetween(20_000L, (long) MOST_BYTES);
    assertThat(MarkdownPage.at(page).text()).contains("img/" + name);
  }
}
