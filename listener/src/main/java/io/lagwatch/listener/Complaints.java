package io.lagwatch.listener;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What the log hears of one endpoint: the first report that arrives, the first trouble of a kind as
 * a warning, its repetitions as debug lines, an hour later a warning again, and the end of the
 * trouble once. Used by one thread.
 */
final class Complaints {
  static final long REMIND_MILLIS = TimeUnit.HOURS.toMillis(1);

  private final String endpoint;
  private final String heartbeat;
  private final Map<Answer.Kind, Long> warnedAt = new EnumMap<>(Answer.Kind.class);
  private boolean inTrouble;
  private boolean arrived;

  Complaints(String endpoint, String heartbeat) {
    this.endpoint = endpoint;
    this.heartbeat = heartbeat;
  }

  void hear(Answer answer, long now) {
    if (answer.kind == Answer.Kind.DELIVERED) {
      if (inTrouble) {
        inTrouble = false;
        Log.info(endpoint + " takes reports again; no count was lost");
      } else if (!arrived) {
        Log.info("reports arrive at " + endpoint);
      }
      arrived = true;
      return;
    }
    String message =
        answer.kind == Answer.Kind.REFUSED
            ? endpoint + " refused a report: " + answer.detail
            : "no report reaches " + endpoint + ": " + answer.detail;
    Long last = warnedAt.get(answer.kind);
    if (last == null || now - last >= REMIND_MILLIS) {
      warnedAt.put(answer.kind, now);
      inTrouble = true;
      Log.warn(
          message
              + "; queries are not affected, counts are kept, it is tried again at least every "
              + heartbeat);
    } else {
      Log.debug(message);
    }
  }
}
