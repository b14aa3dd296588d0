package io.lagwatch.exporter.lag;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Compares addresses of brokers as text, without a name lookup. */
public final class BrokerAddresses {
  private static final Pattern PROTOCOL = Pattern.compile("^[a-z0-9._%-]*://");
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127\\.[0-9.]+|\\[?(::1|0:0:0:0:0:0:0:1)]?");

  private BrokerAddresses() {}

  /**
   * The members of a list like {@code bootstrap.servers} in a form that can be compared: lower
   * case, without protocol and without a dot at the end of the host. All loopback hosts are {@code
   * localhost}.
   */
  public static Set<String> of(String servers) {
    return Arrays.stream(servers.split(",", -1))
        .map(BrokerAddresses::normalized)
        .filter(address -> !address.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether an address, with or without port, is only valid on the host that uses it. */
  public static boolean isLocal(String address) {
    return LOOPBACK.matcher(host(address.toLowerCase(Locale.ROOT))).matches();
  }

  private static String normalized(String address) {
    String text = PROTOCOL.matcher(address.strip().toLowerCase(Locale.ROOT)).replaceFirst("");
    String host = host(text);
    return comparable(host) + text.substring(host.length());
  }

  private static String comparable(String host) {
    if (LOOPBACK.matcher(host).matches()) {
      return "localhost";
    }
    return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  /** An address with more than one colon and without brackets is an IPv6 address without port. */
  private static String host(String address) {
    int colon = address.lastIndexOf(':');
    boolean hasPort =
        colon > 0 && (address.charAt(colon - 1) == ']' || address.indexOf(':') == colon);
    return hasPort ? address.substring(0, colon) : address;
  }
}
