package io.lagwatch.listener;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Posts reports to one URL. {@link #send} blocks and is called by one thread. {@link
 * #abortIfOverdue} may be called by another thread. Errors are returned as a result, not thrown.
 *
 * <p>Every request opens a new connection. Keep-alive would save little at this rate, and its timer
 * thread in the JDK outlives the application.
 */
final class HttpPost {
  /** Bodies larger than this number of bytes are compressed. */
  static final int MAX_UNCOMPRESSED_BYTES = 8 * 1024;

  /** The rest of a longer response is not read. */
  static final int MAX_RESPONSE_BYTES = 16 * 1024;

  private static final int MAX_DETAIL_CHARS = 300;

  private final URL url;
  private final @Nullable String token;
  private final Time time;

  private volatile @Nullable HttpURLConnection awaitingStatus;
  private volatile long deadlineMillis;

  HttpPost(URL url, @Nullable String token, Time time) {
    this.url = url;
    this.token = token;
    this.time = time;
  }

  /**
   * Sends one report and waits for the response.
   *
   * @param timeoutMillis for connecting and for each read; the whole request takes at most twice as
   *     long
   */
  HttpResult send(byte[] body, long timeoutMillis) {
    HttpURLConnection connection = null;
    deadlineMillis = time.steadyMillis() + 2 * timeoutMillis;
    try {
      connection = (HttpURLConnection) url.openConnection();
      awaitingStatus = connection;
      prepare(connection, (int) timeoutMillis);
      byte[] sent = body.length > MAX_UNCOMPRESSED_BYTES ? compress(body, connection) : body;
      connection.setRequestProperty("Content-Type", "application/json");
      try (OutputStream out = connection.getOutputStream()) {
        out.write(sent);
      }
      int status = connection.getResponseCode();
      awaitingStatus = null;
      return result(status, readBody(connection));
    } catch (IOException unreachable) {
      return HttpResult.failed(oneLine(reason(unreachable)));
    } catch (Throwable unexpected) {
      return HttpResult.failed(oneLine(unexpected.toString()));
    } finally {
      awaitingStatus = null;
      if (connection != null) {
        connection.disconnect();
      }
    }
  }

  /**
   * Aborts a request that takes too long although no single read timed out, by closing its socket.
   * This is limited to the time before the response status: after it, {@link #send} checks the
   * clock itself, and closing the connection would block until its read returns.
   */
  void abortIfOverdue(long now) {
    if (now - deadlineMillis > 0) {
      abort();
    }
  }

  void abort() {
    HttpURLConnection connection = awaitingStatus;
    if (connection != null) {
      connection.disconnect();
    }
  }

  private void prepare(HttpURLConnection connection, int timeoutMillis) throws IOException {
    connection.setConnectTimeout(timeoutMillis);
    connection.setReadTimeout(timeoutMillis);
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    connection.setUseCaches(false);
    connection.setAllowUserInteraction(false);
    connection.setInstanceFollowRedirects(false);
    connection.setRequestProperty("Connection", "close");
    connection.setRequestProperty("User-Agent", "lagwatch-listener");
    if (token != null) {
      connection.setRequestProperty("Authorization", "Bearer " + token);
    }
  }

  private static byte[] compress(byte[] body, HttpURLConnection connection) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length / 4);
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(body);
    }
    connection.setRequestProperty("Content-Encoding", "gzip");
    return bytes.toByteArray();
  }

  private HttpResult result(int status, String body) {
    if (status == HttpURLConnection.HTTP_ACCEPTED) {
      return HttpResult.DELIVERED;
    }
    if (status >= 400 && status < 500) {
      return HttpResult.rejected(status + (body.isEmpty() ? "" : " " + oneLine(body)));
    }
    if (status >= 500) {
      return HttpResult.failed("HTTP " + status + (body.isEmpty() ? "" : " " + oneLine(body)));
    }
    return HttpResult.failed(
        status < 0
            ? "the response is not HTTP"
            : "HTTP " + status + " instead of 202; it may not be a Lagwatch exporter");
  }

  private String readBody(HttpURLConnection connection) {
    byte[] bytes = new byte[MAX_RESPONSE_BYTES];
    int length = 0;
    try (InputStream in = body(connection)) {
      while (in != null && length < bytes.length && time.steadyMillis() < deadlineMillis) {
        int read = in.read(bytes, length, bytes.length - length);
        if (read < 0) {
          break;
        }
        length += read;
      }
    } catch (IOException incomplete) {
      // The status is known, and the body only adds detail.
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8).trim();
  }

  private static @Nullable InputStream body(HttpURLConnection connection) throws IOException {
    return connection.getResponseCode() < 400
        ? connection.getInputStream()
        : connection.getErrorStream();
  }

  private static String reason(IOException failure) {
    String name = failure.getClass().getSimpleName();
    return failure.getMessage() == null ? name : name + ": " + failure.getMessage();
  }

  private String oneLine(String text) {
    String safe = token == null ? text : text.replace(token, "***");
    safe = safe.replaceAll("[\\p{Cntrl}\\s]+", " ");
    return safe.length() > MAX_DETAIL_CHARS ? safe.substring(0, MAX_DETAIL_CHARS) + "…" : safe;
  }
}
