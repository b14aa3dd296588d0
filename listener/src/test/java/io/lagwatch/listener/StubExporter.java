package io.lagwatch.listener;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;

/** An exporter for tests whose responses can be changed. Keeps its port after a restart. */
final class StubExporter implements AutoCloseable {
  enum Mode {
    ACCEPTING(202, "{\"accepted\":1}"),
    REJECTING_TOKEN(
        401, "{\"error\":{\"code\":\"unauthorized\",\"message\":\"the token is wrong\"}}"),
    REJECTING_REPORT(
        400, "{\"error\":{\"code\":\"bad_report\",\"message\":\"no\",\"path\":\"queries[0]\"}}"),
    FAILING(500, "oops"),
    PAGE(200, "<html>hello</html>"),
    /** Answers with bytes that are not HTTP. */
    GARBAGE(0, ""),
    /** Reads the request and never answers. */
    HANGING(0, ""),
    /** Answers with an endless head, one byte at a time. */
    DRIPPING(0, "");

    final int status;
    final String body;

    Mode(int status, String body) {
      this.status = status;
      this.body = body;
    }
  }

  /** One accepted request. */
  record Request(Map<String, String> headers, int bytes, JsonNode report) {}

  private static final ObjectMapper JSON = new ObjectMapper();

  final List<Request> requests = new CopyOnWriteArrayList<>();
  final AtomicInteger inFlight = new AtomicInteger();
  final AtomicInteger maxInFlight = new AtomicInteger();

  /** Requests that are not answered with 202. */
  final AtomicInteger notAccepted = new AtomicInteger();

  private final int port;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile Mode mode = Mode.ACCEPTING;
  private volatile ServerSocket server;
  private volatile Thread acceptor;

  StubExporter() {
    server = listen(0);
    port = server.getLocalPort();
    acceptor = accept(server);
  }

  String address() {
    return "http://127.0.0.1:" + port;
  }

  void mode(Mode next) {
    mode = next;
  }

  /** Closes the port and every connection. */
  void stop() {
    try {
      server.close();
      acceptor.join(5_000);
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void restart() {
    server = listen(port);
    acceptor = accept(server);
  }

  /** Returns the newest accepted state of the query with this name; null if there is none. */
  JsonNode query(String name) {
    JsonNode newest = null;
    for (Request request : requests) {
      for (JsonNode query : request.report().get("queries")) {
        if (name.equals(query.path("name").asText())) {
          newest = query;
        }
      }
    }
    return newest;
  }

  @Override
  public void close() {
    stop();
  }

  private static ServerSocket listen(int port) {
    try {
      ServerSocket socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Thread accept(ServerSocket from) {
    return daemon(
        () -> {
          while (true) {
            Socket socket = from.accept();
            open.add(socket);
            daemon(() -> serve(socket));
          }
        });
  }

  private void serve(Socket socket) throws IOException {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      maxInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
      Map<String, String> headers = head(in);
      byte[] body = new byte[Integer.parseInt(headers.getOrDefault("content-length", "0"))];
      in.readFully(body);
      Mode current = mode;
      if (current != Mode.ACCEPTING) {
        notAccepted.incrementAndGet();
      }
      OutputStream out = socket.getOutputStream();
      switch (current) {
        case HANGING -> in.read();
        case DRIPPING -> drip(socket, out);
        case GARBAGE ->
            out.write("\0\1 what is a protocol? \r\n\r\n".getBytes(StandardCharsets.UTF_8));
        default -> {
          if (current == Mode.ACCEPTING) {
            requests.add(new Request(headers, body.length, decode(headers, body)));
          }
          byte[] answer = current.body.getBytes(StandardCharsets.UTF_8);
          out.write(
              ("HTTP/1.1 " + current.status + " x\r\nContent-Length: " + answer.length + "\r\n\r\n")
                  .getBytes(StandardCharsets.UTF_8));
          out.write(answer);
        }
      }
    } finally {
      inFlight.decrementAndGet();
      open.remove(socket);
    }
  }

  private static void drip(Socket socket, OutputStream out) throws IOException {
    out.write("HTTP/1.1 202 ".getBytes(StandardCharsets.UTF_8));
    socket.setSoTimeout(100);
    while (true) {
      out.write('x');
      out.flush();
      try {
        if (socket.getInputStream().read() < 0) {
          return;
        }
      } catch (java.net.SocketTimeoutException noInput) {
        // The client has sent nothing, so the response goes on.
      }
    }
  }

  private static Map<String, String> head(DataInputStream in) throws IOException {
    Map<String, String> headers = new LinkedHashMap<>();
    StringBuilder line = new StringBuilder();
    boolean first = true;
    while (true) {
      int c = in.read();
      if (c < 0) {
        throw new SocketException("closed");
      }
      if (c == '\n') {
        if (line.isEmpty()) {
          return headers;
        }
        if (first) {
          headers.put("request", line.toString());
        } else {
          int colon = line.indexOf(":");
          headers.put(
              line.substring(0, colon).toLowerCase(java.util.Locale.ROOT),
              line.substring(colon + 1).trim());
        }
        first = false;
        line.setLength(0);
      } else if (c != '\r') {
        line.append((char) c);
      }
    }
  }

  private static JsonNode decode(Map<String, String> headers, byte[] body) throws IOException {
    if ("gzip".equals(headers.get("content-encoding"))) {
      return JSON.readTree(new GZIPInputStream(new ByteArrayInputStream(body)));
    }
    return JSON.readTree(body);
  }

  private interface Work {
    void run() throws IOException;
  }

  private static Thread daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // The test closed the port, or the agent closed its connection.
              }
            },
            "stub-exporter");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
