package io.lagwatch.exporter.web;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.ReportDecoder;
import io.lagwatch.exporter.watch.Monitor;
import java.time.Clock;

/** Where the bytes of a report go. Called by several threads at once. */
@FunctionalInterface
public interface ReportReceiver {
  /**
   * Takes or refuses a report as a whole.
   *
   * @param body JSON, unzipped
   */
  Decoded take(byte[] body);

  /** Decodes and hands over to the watch, with the time of arrival. */
  static ReportReceiver into(Monitor watch, Clock clock) {
    var decoder = new ReportDecoder();
    return body -> {
      var decoded = decoder.decode(body);
      if (decoded instanceof Decoded.Accepted accepted) {
        var refused = watch.report(accepted.report(), clock.instant());
        return refused == null ? accepted : refused;
      }
      return decoded;
    };
  }
}
