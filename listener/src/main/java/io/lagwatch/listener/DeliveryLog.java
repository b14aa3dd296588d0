package io.lagwatch.listener;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Logs whether reports reach one endpoint. Used by one thread.
 *
 * <ul>
 *   <li>INFO for the first delivered report and after a failure that was logged at WARN.
 *   <li>WARN for the first failure of each kind, and again if that kind still occurs an hour later.
 *   <li>DEBUG for all other failures.
 * </ul>
 */
final class DeliveryLog {
  static final long WARN_AGAIN_MILLIS = TimeUnit.HOURS.toMillis(1);

  private final String endpoint;
  private final String heartbeat;
  private final Map<HttpResult.Outcome, Long> warnedAt = new EnumMap<>(HttpResult.Outcome.class);
  private boolean hasOpenWarning;
  private boolean hasDelivered;

  DeliveryLog(String endpoint, String heartbeat) {
    this.endpoint = endpoint;
    this.heartbeat = heartbeat;
  }

  void log(HttpResult result, long now) {
    if (result.outcome == HttpResult.Outcome.DELIVERED) {
      logDelivery();
    } else {
      logFailure(result, now);
    }
  }

  private void logDelivery() {
    if (hasOpenWarning) {
      DriverLog.info("reconnected to " + endpoint + "; no counts were lost");
    } else if (!hasDelivered) {
      DriverLog.info("reports arrive at " + endpoint);
    }
    hasOpenWarning = false;
    hasDelivered = true;
  }

  private void logFailure(HttpResult result, long now) {
    String message =
        result.outcome == HttpResult.Outcome.REJECTED
            ? endpoint + " rejected a report: " + result.detail
            : "cannot send reports to " + endpoint + ": " + result.detail;
    Long last = warnedAt.get(result.outcome);
    if (last != null && now - last < WARN_AGAIN_MILLIS) {
      DriverLog.debug(message);
      return;
    }
    warnedAt.put(result.outcome, now);
    hasOpenWarning = true;
    DriverLog.warn(
        message
            + "; queries are not affected, counts are kept, the next attempt is within "
            + heartbeat);
  }
}
