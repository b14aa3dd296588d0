package io.lagwatch.exporter.text;

import java.util.List;
import java.util.Set;

/** Tokens that are recognizable without a name, by the prefix that their issuer gives them. */
final class SecretTokens {
  private static final int AWS_KEY_ID_LENGTH = 20;
  private static final Set<String> AWS_KEY_ID_PREFIXES =
      Set.of("AKIA", "ASIA", "ABIA", "ACCA", "AROA", "AIDA");

  /** Cloud providers, code hosts, chat and payment services. */
  private static final List<String> PREFIXES =
      List.of(
          "ghp_",
          "gho_",
          "ghs_",
          "ghu_",
          "ghr_",
          "github_pat_",
          "glpat-",
          "gldt-",
          "glsa_",
          "glc_",
          "xoxa-",
          "xoxb-",
          "xoxe-",
          "xoxe.",
          "xoxo-",
          "xoxp-",
          "xoxr-",
          "xoxs-",
          "xapp-",
          "ya29.",
          "AIza",
          "dapi",
          "dose",
          "dkea",
          "dsapi",
          "hvs.",
          "hvb.",
          "hvr.",
          "sk_live_",
          "sk_test_",
          "rk_live_",
          "rk_test_",
          "sk-",
          "npm_",
          "pypi-",
          "SG.",
          "dop_v1_",
          "hf_",
          "shpat_",
          "shpss_",
          "NRAK-",
          "LTAI",
          "AKID",
          "EAAC",
          "ATATT",
          "tskey-",
          "figd_",
          "AGE-SECRET-KEY-");

  /** Shorter words with such a prefix are taken for ordinary ones. */
  private static final int MIN_LENGTH = 20;

  private SecretTokens() {}

  /** Whether the run of letters, digits, dots, dashes and underscores is a token. */
  static boolean isToken(String run) {
    return isAwsKeyId(run) || isJsonWebToken(run) || isKeyInDer(run) || hasPrefix(run);
  }

  private static boolean isAwsKeyId(String run) {
    return run.length() == AWS_KEY_ID_LENGTH
        && AWS_KEY_ID_PREFIXES.contains(run.substring(0, 4))
        && run.chars().allMatch(c -> (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'));
  }

  /** A JSON object in Base64 begins with these letters. */
  private static boolean isJsonWebToken(String run) {
    return run.startsWith("eyJ") && run.length() >= MIN_LENGTH && run.indexOf('.') > 0;
  }

  /** A private key or certificate in Base64 without the lines around it. */
  private static boolean isKeyInDer(String run) {
    return run.startsWith("MII") && run.length() >= 2 * MIN_LENGTH;
  }

  private static boolean hasPrefix(String run) {
    return run.length() >= MIN_LENGTH
        && PREFIXES.stream().anyMatch(run::startsWith)
        && run.chars().anyMatch(c -> c >= '0' && c <= '9');
  }
}
