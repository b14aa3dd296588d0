package io.lagwatch.exporter.web;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.ReportDecoder;
import io.lagwatch.exporter.watch.Monitor;
import java.time.Clock;
import java.util.concurrent.Semaphore;

/** Receives the bytes of reports. Implementations are thread-safe. */
@FunctionalInterface
public interface ReportReceiver {
  /** Heap in bytes for each report that is decoded at the same time. */
  long HEAP_PER_REPORT = 128 << 20;

  /**
   * Decodes a report and stores it, or rejects it without any change.
   *
   * @param body the JSON of the report, not compressed
   */
  Decoded receive(byte[] body);

  /**
   * Returns a receiver that passes reports to the monitor, with their time of arrival. The heap
   * size limits how many reports are decoded at the same time: a decoded report can need a quarter
   * of a small heap.
   */
  static ReportReceiver into(Monitor monitor, Clock clock) {
    var decoder = new ReportDecoder();
    var permits =
        new Semaphore((int) Math.max(1, Runtime.getRuntime().maxMemory() / HEAP_PER_REPORT));
    return body -> {
      permits.acquireUninterruptibly();
      try {
        var decoded = decoder.decode(body);
        if (decoded instanceof Decoded.Accepted accepted) {
          var refused = monitor.report(accepted.report(), clock.instant());
          return refused == null ? accepted : refused;
        }
        return decoded;
      } finally {
        permits.release();
      }
    };
  }
}
