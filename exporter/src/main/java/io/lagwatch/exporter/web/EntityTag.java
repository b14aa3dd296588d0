package io.lagwatch.exporter.web;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes the value of the header {@code ETag} from a hash of the body. */
final class EntityTag {
  private EntityTag() {}

  static String of(byte[] body) {
    try {
      var hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
      return '"' + hash.substring(0, 16) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing in this Java", e);
    }
  }
}
