package io.lagwatch.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Addresses on this machine that nobody else can reach. */
public final class Loopback {
  /** The IPv4 loopback address, so that no resolver decides what "localhost" is. */
  public static final String HOST = "127.0.0.1";

  private Loopback() {}

  /**
   * A TCP port that was free a moment ago. Another process may take it before the caller does; for
   * what cannot bind port 0 itself there is nothing better.
   */
  public static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on " + HOST, e);
    }
  }
}
