package io.lagwatch.demo.environment;

import io.lagwatch.testbed.Loopback;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports on the loopback interface. */
public final class Ports {
  private Ports() {}

  /** This port where nobody listens on it, else a free one. */
  public static int preferably(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(Loopback.HOST))) {
      return socket.getLocalPort();
    } catch (IOException taken) {
      return Loopback.freePort();
    }
  }
}
