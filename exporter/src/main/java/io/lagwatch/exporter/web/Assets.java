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
 * The files that the pages need, from the jar, kept in memory. Only what is listed here is served.
 */
public final class Assets {
  private static final String OURS = "assets/";
  private static final String STYLE = "text/css; charset=utf-8";
  private static final String SCRIPT = "text/javascript; charset=utf-8";

  /** Where the library of the charts keeps its files in the jar; its licence goes with them. */
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

  private static final List<AssetFile> SOURCES =
      List.of(
          new AssetFile("page.css", OURS, STYLE),
          new AssetFile("parts.css", OURS, STYLE),
          new AssetFile("overview.css", OURS, STYLE),
          new AssetFile("query.css", OURS, STYLE),
          new AssetFile("text.css", OURS, STYLE),
          new AssetFile("replay.css", OURS, STYLE),
          new AssetFile("page.js", OURS, SCRIPT),
          new AssetFile("charts.js", OURS, SCRIPT),
          new AssetFile("icon.svg", OURS, "image/svg+xml"),
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
   * The text of a file, for a page that contains it.
   *
   * @param name as the pages know it, for example {@code charts.js}
   */
  public static String text(String name) {
    AssetFile source =
        SOURCES.stream()
            .filter(known -> known.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no file is named " + name));
    return new String(load(source).bytes, StandardCharsets.UTF_8);
  }

  void install(RoutesConfig routes) {
    assets.forEach((name, asset) -> routes.get("/assets/" + name, ctx -> answer(ctx, asset)));
  }

  /** Browsers ask on each use and get the file only when it has changed. */
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
        throw new IllegalStateException("the jar lacks " + file);
      }
      var bytes = in.readAllBytes();
      return new Asset(bytes, source.type(), EntityTag.of(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
