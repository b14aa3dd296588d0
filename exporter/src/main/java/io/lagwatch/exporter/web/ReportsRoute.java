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
  private final ReportReceiver intake;
  private final ReportCounter counter;

  ReportsRoute(
      Access access,
      BodyReader bodies,
      ReportReceiver intake,
      ReportCounter counter,
      InstantSource clock) {
    this.access = access;
    this.bodies = bodies;
    this.intake = intake;
    this.counter = counter;
    this.repeated = new RepeatedLog(clock);
  }

  private record AcceptedReport(int accepted) {}

  @Override
  public void handle(Context ctx) {
    try {
      access.check(ctx);
      int queries = bodies.read(ctx, this::take);
      counter.reportAccepted();
      Json.answer(ctx, 202, new AcceptedReport(queries));
    } catch (HttpRefusal refusal) {
      counter.reportRefused(refusal.code());
      log(refusal, ctx.ip());
      bodies.drain(ctx);
      throw refusal;
    }
  }

  /** Logs without the message, which may quote what a stranger has sent. */
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

  private int take(byte[] body) {
    var decoded = intake.take(body);
    if (decoded instanceof Decoded.Refused refused) {
      int status = refused.code().startsWith(TOO_MANY) ? 429 : 400;
      throw new HttpRefusal(status, refused.code(), refused.message(), refused.path());
    }
    return ((Decoded.Accepted) decoded).report().queries().size();
  }
}
