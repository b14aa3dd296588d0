package io.lagwatch.exporter.web;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The files that the pages need, from the jar, kept in memory. Only what is listed here is served.
 */
final class Assets {
  private static final Map<String, String> TYPES =
      Map.of(
          "page.css", "text/css; charset=utf-8",
          "page.js", "text/javascript; charset=utf-8",
          "icon.svg", "image/svg+xml");

  private record Asset(byte[] bytes, String type, String tag) {}

  private final Map<String, Asset> assets = new LinkedHashMap<>();

  Assets() {
    TYPES.forEach((name, type) -> assets.put(name, load(name, type)));
  }

  void install(RoutesConfig routes) {
    assets.forEach((name, asset) -> routes.get("/assets/" + name, ctx -> answer(ctx, asset)));
  }

  /** Asked for anew each time, sent only when changed: no old file after an update. */
  private static void answer(Context ctx, Asset asset) {
    ctx.header("Cache-Control", "no-cache").header("ETag", asset.tag);
    if (asset.tag.equals(ctx.header("If-None-Match"))) {
      ctx.status(304);
    } else {
      ctx.contentType(asset.type).result(asset.bytes);
    }
  }

  private static Asset load(String name, String type) {
    try (var in = Assets.class.getResourceAsStream("assets/" + name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks assets/" + name);
      }
      var bytes = in.readAllBytes();
      return new Asset(bytes, type, EntityTag.of(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
