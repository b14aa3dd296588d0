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
 * number of concurrent reads, so that memory is bounded and a thread is left for a scrape.
 * Thread-safe.
 */
final class BodyReader {
  /** Ten times the report of a driver with 20 queries over 1,000 partitions. */
  static final int MAX_BODY = 8 << 20;

  /** One of the largest in a small heap, more in a large one. */
  static final long MAX_IN_MEMORY = Math.max(MAX_BODY, Runtime.getRuntime().maxMemory() / 8);

  private static final int MAX_DRAINED = 4 * MAX_BODY;
  private static final Duration MAX_TIME = Duration.ofSeconds(30);
  private static final Duration MAX_DRAIN_TIME = Duration.ofSeconds(5);
  private static final int CHUNK = 16 << 10;

  /** Apart from those of {@link #read}, which a stranger who is refused must not take. */
  private final Semaphore drains = new Semaphore(4);

  private final Semaphore places;
  private final LongSupplier nanoTime;
  private final AtomicLong inMemory = new AtomicLong();

  /**
   * @param atOnce how many bodies may be read at one time
   */
  BodyReader(int atOnce, LongSupplier nanoTime) {
    this.places = new Semaphore(atOnce);
    this.nanoTime = nanoTime;
  }

  /** Opens a body, unzipped. */
  interface BodySource {
    InputStream open() throws IOException;
  }

  /** What {@code use} makes of the body; the body counts as held in memory until then. */
  <T> T read(Context ctx, Function<byte[], T> use) {
    checkType(ctx);
    if (ctx.req().getContentLengthLong() > MAX_BODY) {
      throw tooLarge();
    }
    return read(() -> decoded(ctx), ctx.req().getContentLength(), use);
  }

  /**
   * The same without HTTP.
   *
   * @param expected how many bytes are likely; negative when that is not known
   */
  <T> T read(BodySource source, int expected, Function<byte[], T> use) {
    if (!places.tryAcquire()) {
      throw new HttpRefusal(
          503, "busy", "too many reports at the same time; send the report again later");
    }
    var held = new Held();
    try (var in = source.open()) {
      return use.apply(whole(in, expected, held));
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
      held.release();
      places.release();
    }
  }

  private static HttpRefusal incomplete() {
    return new HttpRefusal(400, "incomplete_body", "the request body ended early");
  }

  private static HttpRefusal malformedGzip(IOException e) {
    return new HttpRefusal(
        400, "malformed_gzip", "expected a whole gzip stream, found: " + e.getMessage());
  }

  /** Reads on to the end, within bounds, so that a sender that is refused gets to see why. */
  void drain(Context ctx) {
    if (!drains.tryAcquire()) {
      return;
    }
    try {
      var in = ctx.req().getInputStream();
      var chunk = new byte[CHUNK];
      long deadline = nanoTime.getAsLong() + MAX_DRAIN_TIME.toNanos();
      long drained = 0;
      while (drained < MAX_DRAINED && nanoTime.getAsLong() - deadline < 0) {
        int n = in.read(chunk);
        if (n < 0) {
          return;
        }
        drained += n;
      }
    } catch (IOException gone) {
      // The sender has left: there is nobody to answer.
      return;
    } finally {
      drains.release();
    }
  }

  private static byte[] whole(InputStream in, int expected, Held held) throws IOException {
    // What was promised is room only once it has come: a promise costs a stranger nothing.
    int likely = expected < 0 ? MAX_BODY : expected;
    var body = new byte[CHUNK];
    int length = 0;
    for (int n = in.read(body); n >= 0; n = in.read(body, length, body.length - length)) {
      length += n;
      held.add(n);
      if (length == body.length) {
        int room = length <= likely ? Math.min(2 * length, likely + 1) : 2 * length;
        body = Arrays.copyOf(body, Math.min(room, MAX_BODY + 1));
      }
    }
    return Arrays.copyOf(body, length);
  }

  /** A web page can send any type but this one to another host without asking first. */
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

  /** The share of one request in what all may hold, and its time. */
  private final class Held {
    private final long deadline = nanoTime.getAsLong() + MAX_TIME.toNanos();
    private long bytes;

    void add(int more) {
      bytes += more;
      if (inMemory.addAndGet(more) > MAX_IN_MEMORY && bytes <= MAX_BODY) {
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
