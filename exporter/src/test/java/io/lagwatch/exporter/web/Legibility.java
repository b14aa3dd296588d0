package io.lagwatch.exporter.web;

import java.util.List;

/** Checks the contrast of text with its background, as a browser has laid it out. */
final class Legibility {
  /** Text below the contrast of 4.5 to 1 that WCAG 2.2 requires (AA), with the ratio. */
  private static final String FAINT =
      """
      function parts(colour) {
        const all = colour.match(/[0-9.]+/g).map(Number);
        return { rgb: all.slice(0, 3), alpha: all.length > 3 ? all[3] : 1 };
      }
      function light([r, g, b]) {
        const [x, y, z] = [r, g, b].map(c => {
          const s = c / 255;
          return s <= 0.03928 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
      }
      function behind(element) {
        for (let e = element; e; e = e.parentElement) {
          const back = parts(getComputedStyle(e).backgroundColor);
          if (back.alpha === 1) return back.rgb;
        }
        return [255, 255, 255];
      }
      const faint = [];
      for (const element of document.querySelectorAll("body *")) {
        const own = [...element.childNodes].some(n => n.nodeType === 3 && n.data.trim());
        if (!own || !element.checkVisibility() || element.closest(".unseen, option")) continue;
        const a = light(parts(getComputedStyle(element).color).rgb), b = light(behind(element));
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) faint.push(element.className + " " + element.innerText.slice(0, 40) + " " + ratio.toFixed(2));
      }
      return faint;
      """;

  private Legibility() {}

  static List<String> faint(Browser browser) {
    return browser.strings(FAINT);
  }
}
