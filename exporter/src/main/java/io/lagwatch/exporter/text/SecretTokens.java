package io.lagwatch.exporter.text;

import java.util.List;
import java.util.Set;

/** Tokens that are recognizable without a name, by the prefix that their issuer gives them. */
final class SecretTokens {
  private static final int AWS_KEY_ID_LENGTH = 20;
  private static final Set<String> AWS_KEY_ID_PREFIXES =
      Set.of("AKIA", "ASIA", "ABIA", "ACCA", "AROA", "AIDA");

  /** GitHub, GitLab, Slack, Google, Databricks, Vault, Stripe. */
  private static final List<String> PREFIXES =
      List.of(
          "ghp_",
          "gho_",
          "ghs_",
          "ghu_",
          "github_pat_",
          "glpat-",
          "xoxb-",
          "xoxp-",
          "xapp-",
          "ya29.",
          "AIza",
          "dapi",
          "hvs.",
          "sk_live_");

  /** Shorter words with such a prefix are taken for ordinary ones. */
  private static final int MIN_LENGTH = 20;

  private SecretTokens() {}

  /** Whether the run of letters, digits, dots, dashes and underscores is a token. */
  static boolean isToken(String run) {
    return isAwsKeyId(run) || isJsonWebToken(run) || hasPrefix(run);
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

  private static boolean hasPrefix(String run) {
    return run.length() >= MIN_LENGTH
        && PREFIXES.stream().anyMatch(run::startsWith)
        && run.chars().anyMatch(c -> c >= '0' && c <= '9');
  }
}
