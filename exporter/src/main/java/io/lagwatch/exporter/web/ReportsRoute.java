package io.lagwatch.exporter.web;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.ReportCounter;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST /api/v1/reports}: a driver's report. Every rejection is counted by its code. The
 * first rejection of each code is logged at WARN, repetitions at DEBUG.
 */
final class ReportsRoute implements Handler {
  /** Prefix of the codes of reports that exceed a limit. */
  private static final String TOO_MANY = "too_many_";

  private static final Logger LOG = LoggerFactory.getLogger(ReportsRoute.class);

  private final RepeatedLog repeated;
  private final Access access;
  private final BodyReader bodies;
  private final ReportReceiver receiver;
  private final ReportCounter counter;

  ReportsRoute(
      Access access,
      BodyReader bodies,
      ReportReceiver receiver,
      ReportCounter counter,
      InstantSource clock) {
    this.access = access;
    this.bodies = bodies;
    this.receiver = receiver;
    this.counter = counter;
    this.repeated = new RepeatedLog(clock);
  }

  private record AcceptedReport(int accepted) {}

  @Override
  public void handle(Context ctx) {
    try {
      access.check(ctx);
      int queries = bodies.read(ctx, this::receive);
      counter.reportAccepted();
      Json.answer(ctx, 202, new AcceptedReport(queries));
    } catch (HttpRefusal refusal) {
      counter.reportRefused(refusal.code());
      log(refusal, ctx.ip());
      bodies.discard(ctx);
      throw refusal;
    }
  }

  /** Logs a rejection without its message, which may quote text from outside. */
  private void log(HttpRefusal refusal, String sender) {
    if (repeated.isFirst(refusal.code())) {
      LOG.warn(
          "rejected a report from {}: {} (details are in the driver's log; repetitions are only"
              + " counted)",
          sender,
          refusal.code());
    } else {
      LOG.debug("rejected a report from {}: {}", sender, refusal.code());
    }
  }

  private int receive(byte[] body) {
    var decoded = receiver.receive(body);
    if (decoded instanceof Decoded.Refused refused) {
      int status = refused.code().startsWith(TOO_MANY) ? 429 : 400;
      throw new HttpRefusal(status, refused.code(), refused.message(), refused.path());
    }
    return ((Decoded.Accepted) decoded).report().queries().size();
  }
}
