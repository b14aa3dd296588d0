package io.lagwatch.exporter.web;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Serves the files that the pages need. They are loaded from the jar into memory. Only the files in
 * the list are served. Immutable.
 */
public final class Assets {
  private static final String FOLDER = "assets/";
  private static final String STYLE = "text/css; charset=utf-8";
  private static final String SCRIPT = "text/javascript; charset=utf-8";

  /** Folder of the chart library's files in the jar. They contain its licence. */
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

  private static final List<AssetFile> SOURCES =
      List.of(
          new AssetFile("page.css", FOLDER, STYLE),
          new AssetFile("parts.css", FOLDER, STYLE),
          new AssetFile("overview.css", FOLDER, STYLE),
          new AssetFile("query.css", FOLDER, STYLE),
          new AssetFile("text.css", FOLDER, STYLE),
          new AssetFile("replay.css", FOLDER, STYLE),
          new AssetFile("page.js", FOLDER, SCRIPT),
          new AssetFile("charts.js", FOLDER, SCRIPT),
          new AssetFile("icon.svg", FOLDER, "image/svg+xml"),
          new AssetFile("uPlot.min.css", UPLOT, STYLE),
          new AssetFile("uPlot.iife.min.js", UPLOT, SCRIPT));

  private record AssetFile(String name, String folder, String type) {}

  @SuppressWarnings("ArrayRecordComponent") // Assets are not compared.
  private record Asset(byte[] bytes, String type, String tag) {}

  private final Map<String, Asset> assets = new LinkedHashMap<>();

  Assets() {
    SOURCES.forEach(source -> assets.put(source.name(), load(source)));
  }

  /**
   * Returns the text of a file, for a page that contains it.
   *
   * @param name the file name in the pages, for example {@code charts.js}
   */
  public static String text(String name) {
    AssetFile source =
        SOURCES.stream()
            .filter(file -> file.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("there is no file named " + name));
    return new String(load(source).bytes, StandardCharsets.UTF_8);
  }

  void install(RoutesConfig routes) {
    assets.forEach((name, asset) -> routes.get("/assets/" + name, ctx -> answer(ctx, asset)));
  }

  /**
   * Answers a request. Browsers revalidate the file on each use and get it only if it has changed.
   */
  private static void answer(Context ctx, Asset asset) {
    ctx.header("Cache-Control", "no-cache").header("ETag", asset.tag);
    if (asset.tag.equals(ctx.header("If-None-Match"))) {
      ctx.status(304);
    } else {
      ctx.contentType(asset.type).result(asset.bytes);
    }
  }

  private static Asset load(AssetFile source) {
    var file = source.folder() + source.name();
    try (var in = Assets.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("missing in the jar: " + file);
      }
      var bytes = in.readAllBytes();
      return new Asset(bytes, source.type(), EntityTag.of(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
