package io.lagwatch.exporter.web;

import io.javalin.http.Handler;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates large responses one at a time, so that concurrent requests need the memory of only one. A
 * response is written after the next one may start, so a slow reader delays nobody. Thread-safe.
 */
final class ResponseLimiter {
  private final Object turn = new Object();

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

    private static final class Round {
      byte @Nullable [] answer;
    }

    /** Never an answer that was begun before the call. */
    byte[] get(Supplier<byte[]> make) {
      Round mine = join();
      synchronized (turn) {
        byte[] answer = mine.answer;
        if (answer == null) {
          begin(mine);
          answer = make.get();
          mine.answer = answer;
        }
        return answer;
      }
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
