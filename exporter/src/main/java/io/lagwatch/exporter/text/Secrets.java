package io.lagwatch.exporter.text;

import java.util.List;

/**
 * Removes credentials from texts that others wrote: checkpoint addresses, exception messages,
 * source descriptions, settings. Pages and metrics are open to everybody who can reach the
 * exporter, so a text is masked when it is decoded, and it is rather masked too much than too
 * little.
 *
 * <p>Masked are the user's part of an address, the paths of webhooks, values whose name says that
 * they are secret (as {@code key=value}, in JSON, XML and YAML, as a header, as a query parameter,
 * as an option of a command or in a sentence), PEM blocks, and tokens that are recognizable by
 * themselves, all of them percent-encoded too. Takes time in proportion to the length of the text.
 * Masking a masked text again can hide more of it, never less.
 */
public final class Secrets {
  /** What stands in the place of a secret. */
  public static final String MASK = "***";

  private static final List<SecretFinder> FINDERS =
      List.of(
          SecretBlocks::find,
          SecretLinks::find,
          SecretAddresses::find,
          SecretCommands::find,
          SecretValues::find);

  private Secrets() {}

  /** The text with {@code ***} in the place of each secret. */
  public static String masked(String text) {
    var masked = text;
    for (SecretFinder finder : FINDERS) {
      masked = masked(finder, new SearchedText(masked, null), masked);
    }
    for (SecretFinder finder : FINDERS) {
      SearchedText decoded = DecodedText.of(masked);
      masked = decoded == null ? masked : masked(finder, decoded, masked);
    }
    return masked;
  }

  private static String masked(SecretFinder finder, SearchedText text, String original) {
    var found = new MaskedRanges(text, original);
    finder.find(text, found);
    return found.result();
  }

  /** Whether a setting, parameter or header of this name is expected to hold a secret. */
  public static boolean isSecretName(String name) {
    return SecretNames.isSecret(name);
  }

  private interface SecretFinder {
    void find(SearchedText text, MaskedRanges found);
  }
}
