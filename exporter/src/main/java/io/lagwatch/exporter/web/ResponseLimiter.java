package io.lagwatch.exporter.web;

import io.javalin.http.Handler;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates large responses one at a time, so that concurrent requests need the memory of only one. A
 * response is sent while the next one is created, so a slow client does not delay others.
 * Thread-safe.
 */
final class ResponseLimiter {
  private static final long MAX_AGE_NANOS = 1_000_000_000;

  private final Object lock = new Object();
  private final BooleanSupplier busy;
  private final LongSupplier nanoTime;

  ResponseLimiter() {
    this(() -> false, System::nanoTime);
  }

  /**
   * @param busy true while many clients are still reading their responses. Then all requests within
   *     one second share a response, so that slow clients cannot use up the memory
   */
  ResponseLimiter(BooleanSupplier busy, LongSupplier nanoTime) {
    this.busy = busy;
    this.nanoTime = nanoTime;
  }

  /** Returns a handler that runs {@code handler} one at a time. */
  Handler oneAtATime(Handler handler) {
    return ctx -> {
      synchronized (lock) {
        handler.handle(ctx);
      }
    };
  }

  /** Returns a response that concurrent requests share. */
  Shared shared() {
    return new Shared();
  }

  /**
   * A response that is the same for all clients. Requests that arrive while it is created share the
   * next one, which is created once.
   */
  final class Shared {
    private @Nullable Computation next;
    private byte @Nullable [] last;
    private long lastAt;

    private static final class Computation {
      byte @Nullable [] response;
    }

    /**
     * Returns a response that was started after the call, or an older one if the server is busy.
     */
    byte[] get(Supplier<byte[]> make) {
      Computation computation = join();
      synchronized (lock) {
        byte[] response = computation.response;
        if (response == null) {
          begin(computation);
          byte[] recent = last;
          boolean reuse = busy.getAsBoolean() && nanoTime.getAsLong() - lastAt < MAX_AGE_NANOS;
          response = reuse && recent != null ? recent : create(make);
          computation.response = response;
        }
        return response;
      }
    }

    private byte[] create(Supplier<byte[]> make) {
      byte[] response = make.get();
      lastAt = nanoTime.getAsLong();
      last = busy.getAsBoolean() ? response : null;
      return response;
    }

    private synchronized Computation join() {
      Computation computation = next == null ? new Computation() : next;
      next = computation;
      return computation;
    }

    private synchronized void begin(Computation computation) {
      if (next == computation) {
        next = null;
      }
    }
  }
}
