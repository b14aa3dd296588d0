package io.lagwatch.exporter.text;

import java.util.regex.Pattern;

/**
 * Takes credentials out of texts that others wrote (checkpoints, exceptions, descriptions of
 * sources), as far as they can be told: the user's part of an address, and values of parameters
 * whose names say what they are. Pages and metrics are open to all who can reach the exporter.
 */
public final class Secrets {
  private static final String MASK = "***";
  private static final Pattern USER_INFO = Pattern.compile("//[^/\\s@]*@");
  private static final Pattern PARAMETER =
      Pattern.compile(
          "(?i)(password|passwd|pwd|secret|token|credential|signature|sig|api_?key|access_?key"
              + "|account_?key)(\\s{0,2}=\\s{0,2}|\"\\s{0,2}:\\s{0,2})[^&;,\\s)\\]}]+");

  private Secrets() {}

  /** The text with {@code ***} in place of each. */
  public static String masked(String text) {
    var withoutUsers = USER_INFO.matcher(text).replaceAll("//" + MASK + "@");
    return PARAMETER.matcher(withoutUsers).replaceAll("$1$2" + MASK);
  }
}
