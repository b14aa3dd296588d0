package io.lagwatch.exporter.text;

import java.util.List;
import java.util.Locale;

/** Masks the paths of addresses that let everybody who knows them send messages: webhooks. */
final class SecretLinks {
  /** Begins of addresses whose rest is secret. */
  private static final List<String> KNOWN =
      List.of(
          "hooks.slack.com/",
          "discord.com/api/",
          "discordapp.com/api/",
          "webhook.office.com/",
          "outlook.office.com/webhook",
          "outlook.office365.com/webhook",
          "hooks.zapier.com/",
          "api.telegram.org/bot",
          "events.pagerduty.com/integration/",
          "logic.azure.com/workflows/",
          "logic.azure.com:443/workflows/",
          "/automations/direct/workflows/",
          "open.feishu.cn/open-apis/bot/",
          "open.larksuite.com/open-apis/bot/",
          "maker.ifttt.com/");

  /** Path segments of other services behind which such a secret stands. */
  private static final List<String> SEGMENTS =
      List.of("/webhook/", "/webhooks/", "/hook/", "/hooks/", "/webhookb2/", "/incomingwebhook/");

  private SecretLinks() {}

  static void find(SearchedText text, MaskedRanges found) {
    int at = 0;
    while (at < text.length()) {
      int end = endOfAddress(text, at);
      if (end > at) {
        address(text, at, end, found);
      }
      at = end + 1;
    }
  }

  private static void address(SearchedText text, int start, int end, MaskedRanges found) {
    var address = text.slice(start, end).toLowerCase(Locale.ROOT);
    int slash = address.indexOf('/');
    if (slash < 0) {
      return;
    }
    int secret = firstBehind(address, KNOWN, 0);
    int http = Math.max(address.indexOf("http://"), address.indexOf("https://"));
    if (http >= 0) {
      int segment = firstBehind(address, SEGMENTS, http);
      secret = secret < 0 || (segment >= 0 && segment < secret) ? segment : secret;
    }
    if (secret >= 0) {
      found.add(start + secret, end);
    }
  }

  private static int firstBehind(String address, List<String> words, int from) {
    int first = -1;
    for (String word : words) {
      int place = address.indexOf(word, from);
      if (place >= 0 && (first < 0 || place + word.length() < first)) {
        first = place + word.length();
      }
    }
    return first;
  }

  private static int endOfAddress(SearchedText text, int start) {
    int i = start;
    while (i < text.length()
        && !Character.isWhitespace(text.at(i))
        && !text.isOneOf(i, "\"'`<>()[]{},;|\\")) {
      i++;
    }
    return i;
  }
}
