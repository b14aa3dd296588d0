package io.lagwatch.exporter.kafka;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.KafkaException;

/**
 * Checks the first bytes of a server's answer before the Kafka client connects to it. The client
 * reads the first four bytes as a length and allocates that size. The first bytes of a TLS alert or
 * an HTTP answer mean more than a gigabyte. A server that is unreachable or does not answer passes
 * the check, because the client's error message is more precise.
 */
final class ListenerProbe {
  /** More than an answer with the versions of all Kafka requests needs. */
  private static final int MAX_LENGTH = 1 << 20;

  private static final int TIMEOUT_MILLIS = 1_000;
  private static final short API_VERSIONS = 18;
  private static final byte[] END_OF_HTTP_HEADERS = {'\r', '\n', '\r', '\n'};

  private ListenerProbe() {}

  /**
   * Checks the first bytes of each server's answer.
   *
   * @throws KafkaException when a server answers with something other than Kafka's protocol
   */
  static void check(String bootstrapServers, Map<?, ?> properties) {
    Object protocol = properties.get("security.protocol");
    if (protocol != null && protocol.toString().toUpperCase(Locale.ROOT).endsWith("SSL")) {
      return; // The client's TLS checks the first bytes itself.
    }
    for (String server : bootstrapServers.split(",", 0)) {
      if (!looksLikeKafka(server.strip())) {
        throw new KafkaException(
            server.strip() + ": not a Kafka listener, or TLS without security.protocol");
      }
    }
  }

  private static boolean looksLikeKafka(String server) {
    int colon = server.lastIndexOf(':');
    String host = server.substring(0, colon).replaceAll("^\\[|]$", "");
    try (var socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(host, Integer.parseInt(server.substring(colon + 1))),
          TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(apiVersionsRequest());
      var answer = new DataInputStream(socket.getInputStream());
      int length;
      try {
        length = answer.readInt();
      } catch (SocketTimeoutException silent) {
        // An HTTP server answers only after an empty line.
        socket.getOutputStream().write(END_OF_HTTP_HEADERS);
        length = answer.readInt();
      }
      return length >= 0 && length <= MAX_LENGTH;
    } catch (IOException | RuntimeException noAnswer) {
      return true;
    }
  }

  /**
   * Builds an ApiVersions request of version 0. Every broker answers it, even before
   * authentication.
   */
  private static byte[] apiVersionsRequest() {
    byte[] client = "lagwatch".getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(4 + 10 + client.length)
        .putInt(10 + client.length)
        .putShort(API_VERSIONS)
        .putShort((short) 0)
        .putInt(1)
        .putShort((short) client.length)
        .put(client)
        .array();
  }
}
