package io.lagwatch.exporter.web;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The value of the header {@code ETag}: equal if and only if the bytes are equal. */
final class EntityTag {
  private EntityTag() {}

  static String of(byte[] body) {
    try {
      var hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
      return '"' + hash.substring(0, 16) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
