package io.lagwatch.exporter.web;

import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * Who may send reports and change what is known: clients with the token or, without a token,
 * clients on this host. A request that a proxy passed on is not taken for a local one.
 */
final class Access {
  private static final String SCHEME = "Bearer ";

  private final byte @Nullable [] tokenDigest;

  Access(@Nullable String token) {
    tokenDigest = token == null ? null : digest(token);
  }

  void check(Context ctx) {
    if (tokenDigest != null) {
      checkToken(ctx.header("Authorization"));
    } else if (!local(ctx)) {
      throw new HttpRefusal(
          403,
          "not_local",
          "without a token the exporter accepts reports and changes from its own host only; set"
              + " token in its settings and spark.lagwatch.token in the driver's");
    }
  }

  private void checkToken(@Nullable String header) {
    boolean bearer = header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    if (header == null || !bearer) {
      throw new HttpRefusal(
          401, "token_missing", "expected the header Authorization: Bearer with the token");
    }
    // Digests have one length, so the time of the comparison tells nothing, not even that.
    if (!MessageDigest.isEqual(digest(header.substring(SCHEME.length()).strip()), tokenDigest)) {
      throw new HttpRefusal(401, "token_wrong", "the token is not the exporter's");
    }
  }

  private static boolean local(Context ctx) {
    var request = ctx.req();
    boolean forwarded =
        request.getHeader("Forwarded") != null || request.getHeader("X-Forwarded-For") != null;
    return !forwarded && sameHost(request.getRemoteAddr(), request.getLocalAddr());
  }

  /** Whether a connection between these addresses stays on one host. */
  static boolean sameHost(String from, String to) {
    var bare = from.startsWith("[") ? from.substring(1, from.length() - 1) : from;
    boolean loopback =
        bare.startsWith("127.") || bare.equals("::1") || bare.equals("0:0:0:0:0:0:0:1");
    return loopback || from.equals(to);
  }

  private static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
