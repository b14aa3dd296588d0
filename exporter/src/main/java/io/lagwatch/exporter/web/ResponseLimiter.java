package io.lagwatch.exporter.web;

import io.javalin.http.Handler;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates large responses one at a time, so that concurrent requests need the memory of only one. A
 * response is written after the next one may start, so a slow reader delays nobody. Thread-safe.
 */
final class ResponseLimiter {
  private static final long MAX_AGE_NANOS = 1_000_000_000;

  private final Object turn = new Object();
  private final BooleanSupplier busy;
  private final LongSupplier nanoTime;

  ResponseLimiter() {
    this(() -> false, System::nanoTime);
  }

  /**
   * @param busy whether many clients are still reading their answers; then those of one second
   *     share one, so that slow readers cannot use up the memory
   */
  ResponseLimiter(BooleanSupplier busy, LongSupplier nanoTime) {
    this.busy = busy;
    this.nanoTime = nanoTime;
  }

  /** The same handler, run in its turn. */
  Handler inTurn(Handler handler) {
    return ctx -> {
      synchronized (turn) {
        handler.handle(ctx);
      }
    };
  }

  /** An answer that is the same for all who ask at one moment. */
  Shared shared() {
    return new Shared();
  }

  /** Those who ask while an answer is being made share the next one, which is made once. */
  final class Shared {
    private @Nullable Round next;
    private byte @Nullable [] last;
    private long lastAt;

    private static final class Round {
      byte @Nullable [] answer;
    }

    /** Never an answer that was begun before the call, unless the server is busy. */
    byte[] get(Supplier<byte[]> make) {
      Round mine = join();
      synchronized (turn) {
        byte[] answer = mine.answer;
        if (answer == null) {
          begin(mine);
          byte[] recent = last;
          boolean reuse = busy.getAsBoolean() && nanoTime.getAsLong() - lastAt < MAX_AGE_NANOS;
          answer = reuse && recent != null ? recent : rendered(make);
          mine.answer = answer;
        }
        return answer;
      }
    }

    private byte[] rendered(Supplier<byte[]> make) {
      byte[] answer = make.get();
      lastAt = nanoTime.getAsLong();
      last = busy.getAsBoolean() ? answer : null;
      return answer;
    }

    private synchronized Round join() {
      Round round = next == null ? new Round() : next;
      next = round;
      return round;
    }

    private synchronized void begin(Round round) {
      if (next == round) {
        next = null;
      }
    }
  }
}
