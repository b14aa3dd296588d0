package io.lagwatch.exporter.text;

/**
 * Removes credentials from texts that others wrote: checkpoint addresses, exception messages,
 * source descriptions, settings. Pages and metrics are open to everybody who can reach the
 * exporter, so a text is masked when it is decoded, and it is rather masked too much than too
 * little.
 *
 * <p>Masked are the user's part of an address, values whose name says that they are secret (as
 * {@code key=value}, in JSON, as a header, as a query parameter or as an option of a command), PEM
 * blocks, and tokens that are recognizable by themselves. Takes time in proportion to the length of
 * the text. Masking a masked text changes nothing.
 */
public final class Secrets {
  /** What stands in the place of a secret. */
  public static final String MASK = "***";

  private Secrets() {}

  /** The text with {@code ***} in the place of each secret. */
  public static String masked(String text) {
    return SecretValues.masked(SecretAddresses.masked(withoutPemBlocks(text)));
  }

  /** Whether a setting, parameter or header of this name is expected to hold a secret. */
  public static boolean isSecretName(String name) {
    return SecretNames.isSecret(name);
  }

  private static String withoutPemBlocks(String text) {
    int begin = text.indexOf("-----BEGIN ");
    if (begin < 0) {
      return text;
    }
    var out = new StringBuilder();
    int copied = 0;
    while (begin >= 0) {
      out.append(text, copied, begin).append(MASK);
      int end = text.indexOf("-----END ", begin);
      int close = end < 0 ? -1 : text.indexOf("-----", end + "-----END ".length());
      // A block that was cut off has no end, and all of the rest may be part of the key.
      copied = close < 0 ? text.length() : close + "-----".length();
      begin = text.indexOf("-----BEGIN ", copied);
    }
    return out.append(text, copied, text.length()).toString();
  }
}
