package io.lagwatch.exporter.web;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.ReportDecoder;
import io.lagwatch.exporter.watch.Monitor;
import java.time.Clock;
import java.util.concurrent.Semaphore;

/** Receives the bytes of a report. Called by several threads at the same time. */
@FunctionalInterface
public interface ReportReceiver {
  /** Heap per report that is decoded at the same time. */
  long HEAP_PER_REPORT = 128 << 20;

  /**
   * Takes or refuses a report as a whole.
   *
   * @param body JSON, unzipped
   */
  Decoded take(byte[] body);

  /**
   * Decodes a report and passes it to the monitor, with the time of arrival. Only as many at a time
   * as the heap has memory for: a decoded report can take a quarter of a small heap.
   */
  static ReportReceiver into(Monitor watch, Clock clock) {
    var decoder = new ReportDecoder();
    var turns =
        new Semaphore((int) Math.max(1, Runtime.getRuntime().maxMemory() / HEAP_PER_REPORT));
    return body -> {
      turns.acquireUninterruptibly();
      try {
        var decoded = decoder.decode(body);
        if (decoded instanceof Decoded.Accepted accepted) {
          var refused = watch.report(accepted.report(), clock.instant());
          return refused == null ? accepted : refused;
        }
        return decoded;
      } finally {
        turns.release();
      }
    };
  }
}
