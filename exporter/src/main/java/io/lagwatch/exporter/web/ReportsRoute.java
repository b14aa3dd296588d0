package io.lagwatch.exporter.web;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.metrics.OwnMeters;

/**
 * {@code POST /api/v1/reports}: a driver's report, taken or refused whole. Every refusal is counted
 * under its code.
 */
final class ReportsRoute implements Handler {
  /** How the codes of the watch's refusals begin when there is no room for more. */
  private static final String TOO_MANY = "too_many_";

  private final Access access;
  private final BodyReader bodies;
  private final Intake intake;
  private final OwnMeters meters;

  ReportsRoute(Access access, BodyReader bodies, Intake intake, OwnMeters meters) {
    this.access = access;
    this.bodies = bodies;
    this.intake = intake;
    this.meters = meters;
  }

  @Override
  public void handle(Context ctx) {
    try {
      access.check(ctx);
      int queries = bodies.read(ctx, this::take);
      meters.reportAccepted();
      Json.answer(ctx, 202, Json.object().put("accepted", queries));
    } catch (HttpRefusal refusal) {
      meters.reportRefused(refusal.code());
      bodies.drain(ctx);
      throw refusal;
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
