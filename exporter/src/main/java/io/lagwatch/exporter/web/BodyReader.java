package io.lagwatch.exporter.web;

import io.javalin.http.Context;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads the bodies of reports. Limits their size (after decompression), the time of a read and the
 * number of concurrent reads. So memory is limited and threads remain available for scrapes.
 * Thread-safe.
 */
final class BodyReader {
  /**
   * Maximum size of a body in bytes: ten times the report of a driver with 20 queries over 1,000
   * partitions.
   */
  static final int MAX_BODY = 8 << 20;

  /**
   * Maximum size in bytes of all bodies in memory: one of maximum size in a small heap, more in a
   * large one.
   */
  static final long MAX_IN_MEMORY = Math.max(MAX_BODY, Runtime.getRuntime().maxMemory() / 8);

  private static final int MAX_DISCARDED = 4 * MAX_BODY;
  private static final Duration MAX_TIME = Duration.ofSeconds(30);
  private static final Duration MAX_DISCARD_TIME = Duration.ofSeconds(5);
  private static final int CHUNK = 16 << 10;

  /** Separate from the permits of {@link #read}, which clients without access must not use up. */
  private final Semaphore discardPermits = new Semaphore(4);

  private final Semaphore permits;
  private final LongSupplier nanoTime;
  private final AtomicLong inMemory = new AtomicLong();

  /**
   * @param maxConcurrent maximum number of concurrent reads
   */
  BodyReader(int maxConcurrent, LongSupplier nanoTime) {
    this.permits = new Semaphore(maxConcurrent);
    this.nanoTime = nanoTime;
  }

  /** Opens a body as a decompressed stream. */
  interface BodySource {
    InputStream open() throws IOException;
  }

  /**
   * Reads a body and returns the result of {@code use}. Until then the body counts towards the
   * memory limit.
   */
  <T> T read(Context ctx, Function<byte[], T> use) {
    checkType(ctx);
    if (ctx.req().getContentLengthLong() > MAX_BODY) {
      throw tooLarge();
    }
    return read(() -> decoded(ctx), ctx.req().getContentLength(), use);
  }

  /**
   * Reads a body from any source and returns the result of {@code use}.
   *
   * @param expected expected number of bytes; negative if unknown
   */
  <T> T read(BodySource source, int expected, Function<byte[], T> use) {
    if (!permits.tryAcquire()) {
      throw new HttpRefusal(
          503, "busy", "too many reports at the same time; send the report again later");
    }
    var memory = new MemoryUse();
    try (var in = source.open()) {
      return use.apply(readAll(in, expected, memory));
    } catch (ZipException e) {
      throw malformedGzip(e);
    } catch (EOFException e) {
      // The gzip stream throws exactly this class, the connection a subclass of it.
      if (e.getClass() == EOFException.class) {
        throw malformedGzip(e);
      }
      throw incomplete();
    } catch (IOException e) {
      throw incomplete();
    } finally {
      memory.release();
      permits.release();
    }
  }

  private static HttpRefusal incomplete() {
    return new HttpRefusal(400, "incomplete_body", "the request body ended early");
  }

  private static HttpRefusal malformedGzip(IOException e) {
    return new HttpRefusal(
        400, "malformed_gzip", "expected a complete gzip stream, found: " + e.getMessage());
  }

  /**
   * Reads the rest of a body and discards it, within limits. Otherwise a rejected sender could not
   * read the response.
   */
  void discard(Context ctx) {
    if (!discardPermits.tryAcquire()) {
      return;
    }
    try {
      var in = ctx.req().getInputStream();
      var chunk = new byte[CHUNK];
      long deadline = nanoTime.getAsLong() + MAX_DISCARD_TIME.toNanos();
      long discarded = 0;
      while (discarded < MAX_DISCARDED && nanoTime.getAsLong() - deadline < 0) {
        int n = in.read(chunk);
        if (n < 0) {
          return;
        }
        discarded += n;
      }
    } catch (IOException gone) {
      // The sender has disconnected.
      return;
    } finally {
      discardPermits.release();
    }
  }

  private static byte[] readAll(InputStream in, int expected, MemoryUse memory) throws IOException {
    // Memory is allocated only for received bytes, because Content-Length can be wrong.
    int likely = expected < 0 ? MAX_BODY : expected;
    var body = new byte[CHUNK];
    int length = 0;
    for (int n = in.read(body); n >= 0; n = in.read(body, length, body.length - length)) {
      length += n;
      memory.add(n);
      if (length == body.length) {
        int capacity = length <= likely ? Math.min(2 * length, likely + 1) : 2 * length;
        body = Arrays.copyOf(body, Math.min(capacity, MAX_BODY + 1));
      }
    }
    return Arrays.copyOf(body, length);
  }

  /**
   * Checks the content type. A web page can send this type to another host only after a preflight
   * request.
   */
  private static void checkType(Context ctx) {
    var type = ctx.req().getContentType();
    var bare = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (!bare.equals("application/json")) {
      throw new HttpRefusal(415, "unsupported_type", "expected Content-Type: application/json");
    }
  }

  private static InputStream decoded(Context ctx) throws IOException {
    var in = ctx.req().getInputStream();
    var encoding = ctx.header("Content-Encoding");
    return switch (encoding == null ? "" : encoding.strip().toLowerCase(Locale.ROOT)) {
      case "", "identity" -> in;
      case "gzip", "x-gzip" -> new GZIPInputStream(in, CHUNK);
      default ->
          throw new HttpRefusal(
              415, "unsupported_encoding", "expected Content-Encoding gzip or none");
    };
  }

  private static HttpRefusal tooLarge() {
    return new HttpRefusal(
        413, "too_large", "expected a report of at most " + MAX_BODY + " bytes after unzipping");
  }

  /** The memory that one request uses of the common limit, and its deadline. */
  private final class MemoryUse {
    private final long deadline = nanoTime.getAsLong() + MAX_TIME.toNanos();
    private long bytes;

    void add(int received) {
      bytes += received;
      if (inMemory.addAndGet(received) > MAX_IN_MEMORY && bytes <= MAX_BODY) {
        throw new HttpRefusal(
            503, "busy", "too many large reports at the same time; send the report again later");
      }
      if (bytes > MAX_BODY) {
        throw tooLarge();
      }
      if (nanoTime.getAsLong() - deadline > 0) {
        throw new HttpRefusal(408, "too_slow", "the body took longer than 30 s to arrive");
      }
    }

    void release() {
      inMemory.addAndGet(-bytes);
    }
  }
}
