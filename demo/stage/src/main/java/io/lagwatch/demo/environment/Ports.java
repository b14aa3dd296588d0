package io.lagwatch.demo.environment;

import io.lagwatch.testbed.Loopback;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finds free ports on the loopback interface. */
public final class Ports {
  private Ports() {}

  /** Returns this port if it is free, or else another free port. */
  public static int preferably(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(Loopback.HOST))) {
      return socket.getLocalPort();
    } catch (IOException taken) {
      return Loopback.freePort();
    }
  }
}
