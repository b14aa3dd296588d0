package io.lagwatch.exporter.web;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.ReportCounter;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST /api/v1/reports}: a driver's report, taken or refused whole. Every refusal is counted
 * under its code, and the first of each code is a warning in the log.
 */
final class ReportsRoute implements Handler {
  /** How the codes of the watch's refusals begin when there is no room for more. */
  private static final String TOO_MANY = "too_many_";

  private static final Logger LOG = LoggerFactory.getLogger(ReportsRoute.class);

  private final Set<String> warned = ConcurrentHashMap.newKeySet();
  private final Access access;
  private final BodyReader bodies;
  private final ReportReceiver intake;
  private final ReportCounter counter;

  ReportsRoute(Access access, BodyReader bodies, ReportReceiver intake, ReportCounter counter) {
    this.access = access;
    this.bodies = bodies;
    this.intake = intake;
    this.counter = counter;
  }

  @Override
  public void handle(Context ctx) {
    try {
      access.check(ctx);
      int queries = bodies.read(ctx, this::take);
      counter.reportAccepted();
      Json.answer(ctx, 202, Json.object().put("accepted", queries));
    } catch (HttpRefusal refusal) {
      counter.reportRefused(refusal.code());
      say(refusal, ctx.ip());
      bodies.drain(ctx);
      throw refusal;
    }
  }

  /**
   * Without the message, which may quote what a stranger has sent; the sender is told all of it.
   */
  private void say(HttpRefusal refusal, String sender) {
    if (warned.add(refusal.code())) {
      LOG.warn(
          "a report from {} was refused with {}, the driver's log says more; it is counted from"
              + " here on",
          sender,
          refusal.code());
    } else {
      LOG.debug("a report from {} was refused with {}", sender, refusal.code());
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
