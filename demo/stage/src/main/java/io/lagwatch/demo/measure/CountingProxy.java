package io.lagwatch.demo.measure;

import io.lagwatch.testbed.Loopback;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * Stands between Kafka clients and one broker and counts requests by kind, so that what a client
 * asks is known from the wire. A request is a length (4 bytes) and that many bytes, of which the
 * first two are its kind, the API key of Kafka's protocol guide. Plain text connections only.
 */
final class CountingProxy implements AutoCloseable {
  private final ServerSocket server;
  private final int brokerPort;
  private final Map<ApiKeys, AtomicLong> requests = new ConcurrentHashMap<>();

  private CountingProxy(ServerSocket server, int brokerPort) {
    this.server = server;
    this.brokerPort = brokerPort;
  }

  /** Listens on a free port; the broker need not be there yet. */
  static CountingProxy before(int brokerPort) throws IOException {
    CountingProxy proxy =
        new CountingProxy(
            new ServerSocket(0, 50, InetAddress.getByName(Loopback.HOST)), brokerPort);
    daemon("proxy", proxy::accept);
    return proxy;
  }

  int port() {
    return server.getLocalPort();
  }

  /** Requests by kind since the last call. */
  Map<ApiKeys, Long> takeRequests() {
    Map<ApiKeys, Long> taken = new TreeMap<>();
    requests.forEach((kind, count) -> taken.put(kind, count.getAndSet(0)));
    return taken;
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = server.accept();
      daemon("proxied", () -> connect(client));
    }
  }

  private void connect(Socket client) throws IOException {
    try (client;
        Socket broker = new Socket(Loopback.HOST, brokerPort)) {
      client.setTcpNoDelay(true);
      broker.setTcpNoDelay(true);
      daemon(
          "answers",
          () -> {
            broker.getInputStream().transferTo(client.getOutputStream());
            client.close();
          });
      forward(
          new DataInputStream(client.getInputStream()),
          new DataOutputStream(broker.getOutputStream()));
    }
  }

  private void forward(DataInputStream from, DataOutputStream to) throws IOException {
    while (true) {
      byte[] request = new byte[from.readInt()];
      from.readFully(request);
      ApiKeys kind = ApiKeys.forId((request[0] & 0xff) << 8 | request[1] & 0xff);
      requests.computeIfAbsent(kind, key -> new AtomicLong()).incrementAndGet();
      to.writeInt(request.length);
      to.write(request);
      to.flush();
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void daemon(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException ended) {
                // one of both ends has gone, which is how every connection ends
                return;
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }
}
