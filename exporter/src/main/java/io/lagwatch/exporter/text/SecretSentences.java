package io.lagwatch.exporter.text;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Finds a secret that follows its name in a sentence, as in "login with password hush failed". */
final class SecretSentences {
  private static final int MAX_WORDS = 8;
  private static final int MAX_OWNER_LENGTH = 100;
  private static final int MIN_LENGTH = 6;
  private static final int MIN_RANDOM_LENGTH = 20;

  /** They may stand between the name and the secret. */
  private static final Set<String> FILLERS =
      Set.of(
          "is",
          "was",
          "are",
          "were",
          "be",
          "to",
          "set",
          "used",
          "given",
          "value",
          "the",
          "by",
          "with",
          "currently",
          "default");

  private static final Set<String> OWNERS = Set.of("for", "of", "from");
  private static final Set<String> KINDS_OF_OWNERS =
      Set.of("user", "the", "account", "principal", "role", "host", "topic");

  /** Words that often follow the word "password" in messages. */
  private static final Set<String> ORDINARY =
      Set.copyOf(
          List.of(
              ("a accepted as account after age already also an and at attempt attempts auth based"
                      + " because been before being bigint binary blank boolean but callback can can't"
                      + " cannot change changes check checks class column complexity config contains"
                      + " correct could couldn credential credentials denied did didn different does"
                      + " doesn double empty encoder entry error errors exception expires expiry"
                      + " failed fails failure field file files format found grant had has hash hashes"
                      + " have hint if in incorrect input int into invalid isn key left length line"
                      + " login long manager match matches may mechanism mismatch missing must name no"
                      + " none nor not null off on only option or out parameter per plus policies"
                      + " policy present prompt property protected provider query read reset resets"
                      + " realm right rules s scheme script secret secrets setting should since size"
                      + " so store strength string table text than that then this token tokens too"
                      + " type unknown unset until user username valid values varchar vault via wasn"
                      + " weak when where which while will without won would wrong you your")
                  .split(" ")));

  private static final Set<String> ORDINARY_ENDINGS = Set.of("ed", "ing", "tion", "ly");

  private final SearchedText text;
  private final MaskedRanges found;

  SecretSentences(SearchedText text, MaskedRanges found) {
    this.text = text;
    this.found = found;
  }

  /** Masks what follows a name and returns where the search goes on. */
  int afterName(String name, int start) {
    boolean password = SecretNames.isPassword(name);
    if (!password && !SecretNames.endsWithSecret(name)) {
      return start;
    }
    int at = start;
    for (int i = 0; i < MAX_WORDS && !text.isLineEnd(at); i++) {
      int open = text.quoteEnd(at);
      if (open > at) {
        return password ? mask(open, text.closingQuote(at, open)) : start;
      }
      int end = text.endOfWord(at);
      var word = text.slice(at, end);
      var plain = plain(word);
      if (OWNERS.contains(plain)) {
        end = skipOwner(end);
      } else if (!FILLERS.contains(plain) && hasLetterOrDigit(word)) {
        return isSecret(password, word) ? mask(at, end) : start;
      }
      if (end == at) {
        return start;
      }
      at = text.skipBlanks(end);
    }
    return start;
  }

  /** Whether a word is no secret where one is expected. */
  static boolean isOrdinary(String word) {
    var plain = plain(word);
    return ORDINARY.contains(plain)
        || FILLERS.contains(plain)
        || OWNERS.contains(plain)
        || !hasLetterOrDigit(word)
        || ORDINARY_ENDINGS.stream().anyMatch(plain::endsWith);
  }

  private boolean isSecret(boolean password, String word) {
    if (!password || word.startsWith("(") || word.startsWith("[")) {
      return looksRandom(word);
    }
    return looksRandom(word) || !isOrdinary(word);
  }

  private int skipOwner(int start) {
    int at = text.skipBlanks(start);
    int end = text.endOfWord(at);
    while (KINDS_OF_OWNERS.contains(plain(text.slice(at, end)))) {
      at = text.skipBlanks(end);
      end = text.endOfWord(at);
    }
    int open = text.quoteEnd(at);
    int limit = Math.min(text.length(), open + MAX_OWNER_LENGTH);
    return open > at ? Math.min(limit, text.findOneOf("\"'`”’»", open, limit) + 1) : end;
  }

  private int mask(int start, int end) {
    found.add(start, end);
    return end;
  }

  private static String plain(String word) {
    int end = word.length();
    while (end > 0 && ".,:;=!?".indexOf(word.charAt(end - 1)) >= 0) {
      end--;
    }
    return word.substring(0, end).toLowerCase(Locale.ROOT);
  }

  private static boolean hasLetterOrDigit(String word) {
    return word.chars().anyMatch(Character::isLetterOrDigit);
  }

  /** Whether a word has both letters and digits, or is longer than words are. */
  static boolean looksRandom(String word) {
    boolean digit = word.chars().anyMatch(Character::isDigit);
    boolean letter = word.chars().anyMatch(Character::isLetter);
    boolean path = word.indexOf('/') >= 0 || word.indexOf('.') >= 0;
    return (digit && letter && word.length() >= MIN_LENGTH && !path)
        || (word.length() >= MIN_RANDOM_LENGTH && (digit || !path));
  }
}
