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
 * Posts reports to one address. {@link #send} blocks and is called by one thread; {@link
 * #abortIfOverdue} may be called by another. Nothing is thrown: what goes wrong is the answer.
 *
 * <p>Every request has its own connection. Kept connections would save little at this rate, and the
 * JDK guards them with a thread of its own that outlives the application.
 */
final class HttpPost {
  /** Bodies above this size are compressed. */
  static final int GZIP_ABOVE = 8 * 1024;

  /** More than this of an answer is not read. */
  static final int MAX_ANSWER = 16 * 1024;

  private static final int MAX_DETAIL = 300;

  private final URL url;
  private final @Nullable String token;
  private final Time time;

  private volatile @Nullable HttpURLConnection awaitingHead;
  private volatile long deadline;

  HttpPost(URL url, @Nullable String token, Time time) {
    this.url = url;
    this.token = token;
    this.time = time;
  }

  /**
   * @param timeoutMillis for connecting and for each read; the whole request ends after twice that
   */
  Answer send(byte[] body, long timeoutMillis) {
    HttpURLConnection connection = null;
    deadline = time.steadyMillis() + 2 * timeoutMillis;
    try {
      connection = (HttpURLConnection) url.openConnection();
      awaitingHead = connection;
      prepare(connection, (int) timeoutMillis);
      byte[] sent = body.length > GZIP_ABOVE ? compress(body, connection) : body;
      connection.setRequestProperty("Content-Type", "application/json");
      try (OutputStream out = connection.getOutputStream()) {
        out.write(sent);
      }
      int status = connection.getResponseCode();
      awaitingHead = null;
      return answer(status, readBody(connection));
    } catch (IOException unreachable) {
      return Answer.failed(oneLine(reason(unreachable)));
    } catch (Throwable unexpected) {
      return Answer.failed(oneLine(unexpected.toString()));
    } finally {
      awaitingHead = null;
      if (connection != null) {
        connection.disconnect();
      }
    }
  }

  /**
   * Cuts off a request that has taken too long although each single read was in time, by closing
   * its socket. Only while the head of the answer is awaited: later on {@link #send} looks at the
   * clock itself, and closing would wait for its read.
   */
  void abortIfOverdue(long now) {
    if (now - deadline > 0) {
      abort();
    }
  }

  void abort() {
    HttpURLConnection waiting = awaitingHead;
    if (waiting != null) {
      waiting.disconnect();
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

  private Answer answer(int status, String body) {
    if (status == HttpURLConnection.HTTP_ACCEPTED) {
      return Answer.DELIVERED;
    }
    if (status >= 400 && status < 500) {
      return Answer.refused(status + (body.isEmpty() ? "" : " " + oneLine(body)));
    }
    if (status >= 500) {
      return Answer.failed("it answered " + status + (body.isEmpty() ? "" : " " + oneLine(body)));
    }
    return Answer.failed(
        status < 0 ? "its answer is not HTTP" : "it answered " + status + ", an exporter says 202");
  }

  private String readBody(HttpURLConnection connection) {
    byte[] bytes = new byte[MAX_ANSWER];
    int length = 0;
    try (InputStream in = body(connection)) {
      while (in != null && length < bytes.length && time.steadyMillis() < deadline) {
        int read = in.read(bytes, length, bytes.length - length);
        if (read < 0) {
          break;
        }
        length += read;
      }
    } catch (IOException endsEarly) {
      // The status has been read, and it says what counts.
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
    return safe.length() > MAX_DETAIL ? safe.substring(0, MAX_DETAIL) + "…" : safe;
  }
}
