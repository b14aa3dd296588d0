package io.lagwatch.exporter.scenario;

/**
 * State and event time of a stateful query, by the second of the simulation.
 *
 * @param present whether the query keeps state and has a watermark at all
 * @param rows rows in its state
 * @param droppedPerBatch late rows dropped by each batch
 * @param watermarkStands while it holds, the watermark does not move
 */
record StatePlan(boolean present, Arrivals rows, Arrivals droppedPerBatch, Span watermarkStands) {
  private static final Span NEVER = new Span(0, 0);
  static final StatePlan STATELESS = new StatePlan(false, Arrivals.none(), Arrivals.none(), NEVER);

  /** A windowed aggregation with a watermark ten minutes behind. */
  static StatePlan windowed() {
    return new StatePlan(true, Arrivals.steady(4200), Arrivals.none(), NEVER);
  }

  StatePlan rows(Arrivals count) {
    return new StatePlan(present, count, droppedPerBatch, watermarkStands);
  }

  StatePlan drops(Arrivals perBatch) {
    return new StatePlan(present, rows, perBatch, watermarkStands);
  }

  StatePlan watermarkStands(long from, long to) {
    return new StatePlan(present, rows, droppedPerBatch, new Span(from, to));
  }
}
