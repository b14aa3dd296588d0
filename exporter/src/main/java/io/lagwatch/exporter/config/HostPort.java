package io.lagwatch.exporter.config;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The parts of {@code host:port}. */
final class HostPort {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9._-]{1,253}");
  private static final Pattern IPV6 = Pattern.compile("\\[([0-9a-fA-F:.%]{2,60})]");
  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");

  private HostPort() {}

  /** The host without brackets, or null. */
  static @Nullable String host(String text) {
    var ipv6 = IPV6.matcher(text);
    if (ipv6.matches()) {
      return ipv6.group(1);
    }
    return NAME.matcher(text).matches() ? text : null;
  }

  static @Nullable Integer port(String text, int from) {
    if (!PORT.matcher(text).matches()) {
      return null;
    }
    int port = Integer.parseInt(text);
    return port >= from && port <= 65_535 ? (Integer) port : null;
  }

  /** A comma separated list of {@code host:port} without the blanks around its members, or null. */
  static @Nullable String list(String text) {
    var members = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    return members.stream().allMatch(HostPort::isHostPort) ? String.join(",", members) : null;
  }

  private static boolean isHostPort(String text) {
    int colon = text.lastIndexOf(':');
    return colon > 0
        && host(text.substring(0, colon)) != null
        && port(text.substring(colon + 1), 1) != null;
  }
}
