package io.lagwatch.exporter.config;

import org.jspecify.annotations.Nullable;

/**
 * The address that the exporter listens on. Immutable.
 *
 * @param host name or address, without the brackets of IPv6
 * @param port port to bind; 0 for any free port
 */
public record ListenAddress(String host, int port) {
  /** Reads {@code host:port}, {@code [::1]:port} or {@code :port} for all addresses. */
  static @Nullable ListenAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 0) {
      return null;
    }
    var host = text.substring(0, colon);
    var port = HostPort.port(text.substring(colon + 1), 0);
    if (port == null) {
      return null;
    }
    if (host.isEmpty()) {
      return new ListenAddress("0.0.0.0", port);
    }
    var bare = HostPort.host(host);
    return bare == null ? null : new ListenAddress(bare, port);
  }

  /** Returns the same host with the bound port. */
  public ListenAddress withPort(int port) {
    return new ListenAddress(host, port);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
