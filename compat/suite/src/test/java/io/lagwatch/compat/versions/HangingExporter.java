package io.lagwatch.compat.versions;

import io.lagwatch.testbed.Loopback;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;

/** An exporter that accepts connections (the operating system does) and never answers. */
final class HangingExporter implements AutoCloseable {
  private static final int CONNECTIONS = 200;

  private final ServerSocket socket;

  HangingExporter() throws IOException {
    socket = new ServerSocket(0, CONNECTIONS, InetAddress.getByName(Loopback.HOST));
  }

  URI address() {
    return URI.create("http://" + Loopback.HOST + ":" + socket.getLocalPort());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
