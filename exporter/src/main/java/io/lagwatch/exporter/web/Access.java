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
 * Who may send reports and change what is known: clients with the token or, without a token,
 * clients on this host. A request that a proxy forwarded or a web page sent is not a local one.
 */
final class Access {
  private static final String SCHEME = "Bearer ";
  private static final Pattern LOOPBACK = Pattern.compile("127(\\.[0-9]{1,3}){3}");

  /** Headers, in lower case, of a proxy or of a page of another site. */
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

  void check(Context ctx) {
    if (tokenDigest != null) {
      checkToken(ctx.header("Authorization"));
    } else if (!local(ctx)) {
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
    // Digests have one length, so the time of the comparison tells nothing, not even that.
    if (!MessageDigest.isEqual(digest(header.substring(SCHEME.length()).strip()), tokenDigest)) {
      throw new HttpRefusal(401, "token_wrong", "wrong token");
    }
  }

  /**
   * A web page that resolves its own name to this host sends that name as {@code Host}, and a page
   * of another site sends {@code Origin}. A proxy adds one of the other headers or forwards the
   * name that its client used.
   */
  private static boolean local(Context ctx) {
    var request = ctx.req();
    var to = request.getLocalAddr();
    return sameHost(request.getRemoteAddr(), to)
        && namesThisHost(request.getHeader("Host"), to)
        && Collections.list(request.getHeaderNames()).stream().noneMatch(Access::showsOtherOrigin);
  }

  /** Whether a {@code Host} header is a loopback name or address, or the address {@code local}. */
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
