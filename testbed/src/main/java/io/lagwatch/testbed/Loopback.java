package io.lagwatch.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Addresses and ports that only this machine can reach. */
public final class Loopback {
  /**
   * The IPv4 loopback address. Used instead of "localhost", which may resolve to another address.
   */
  public static final String HOST = "127.0.0.1";

  private Loopback() {}

  /**
   * Returns a TCP port that is currently free. Another process may take it before the caller uses
   * it. Use it only for processes that cannot bind port 0 themselves.
   */
  public static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on " + HOST, e);
    }
  }
}
