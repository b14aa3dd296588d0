package io.lagwatch.exporter.web;

import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks who may send reports and remove queries: clients with the token or, without a token,
 * clients on this host. A request from a proxy or from another site's web page does not count as
 * local. Immutable.
 */
final class Access {
  private static final String SCHEME = "Bearer ";
  private static final Pattern LOOPBACK = Pattern.compile("127(\\.[0-9]{1,3}){3}");

  /** Headers, in lower case, that a proxy or the web page of another site adds. */
  private static final Set<String> OTHER_ORIGIN =
      Set.of(
          "origin",
          "forwarded",
          "via",
          "x-real-ip",
          "x-client-ip",
          "x-cluster-client-ip",
          "x-original-host",
          "x-envoy-external-address",
          "true-client-ip",
          "cf-connecting-ip",
          "client-ip");

  private final byte @Nullable [] tokenDigest;

  Access(@Nullable String token) {
    tokenDigest = token == null ? null : digest(token);
  }

  /**
   * Checks a request.
   *
   * @throws HttpRefusal if it is not permitted
   */
  void check(Context ctx) {
    if (tokenDigest != null) {
      checkToken(ctx.header("Authorization"));
    } else if (!isLocal(ctx)) {
      throw new HttpRefusal(
          403,
          "not_local",
          "without a token the exporter accepts reports and changes only from its own host, sent to"
              + " localhost or a loopback address and not through a proxy; set token in the"
              + " exporter's settings and spark.lagwatch.token in the driver's");
    }
  }

  private void checkToken(@Nullable String header) {
    boolean bearer = header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    if (header == null || !bearer) {
      throw new HttpRefusal(
          401, "token_missing", "expected the header Authorization: Bearer with the token");
    }
    // Digests have the same length, so the time of the comparison does not reveal the token's
    // length.
    if (!MessageDigest.isEqual(digest(header.substring(SCHEME.length()).strip()), tokenDigest)) {
      throw new HttpRefusal(401, "token_wrong", "wrong token");
    }
  }

  /**
   * Returns true if the request comes from this host. A web page whose domain resolves to this host
   * sends that domain as {@code Host}; a page of another site sends {@code Origin}. A proxy adds
   * one of the other headers or forwards the name that its client used.
   */
  private static boolean isLocal(Context ctx) {
    var request = ctx.req();
    var to = request.getLocalAddr();
    return sameHost(request.getRemoteAddr(), to)
        && namesThisHost(request.getHeader("Host"), to)
        && Collections.list(request.getHeaderNames()).stream().noneMatch(Access::showsOtherOrigin);
  }

  /**
   * Returns true if a {@code Host} header is a loopback name or address, or the address {@code
   * local}.
   */
  static boolean namesThisHost(@Nullable String header, String local) {
    if (header == null) {
      return false;
    }
    var host = header.replaceFirst(":[0-9]*$", "").toLowerCase(Locale.ROOT);
    return host.equals("localhost")
        || host.equals("[::1]")
        || host.equals("[0:0:0:0:0:0:0:1]")
        || LOOPBACK.matcher(host).matches()
        || host.equals(local)
        || host.equals("[" + local + "]");
  }

  private static boolean showsOtherOrigin(String header) {
    var name = header.toLowerCase(Locale.ROOT);
    return OTHER_ORIGIN.contains(name) || name.startsWith("x-forwarded");
  }

  /** Returns true if a connection between these addresses stays on one host. */
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
      throw new IllegalStateException("SHA-256 is missing in this Java", e);
    }
  }
}
