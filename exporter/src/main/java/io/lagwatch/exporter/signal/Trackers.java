package io.lagwatch.exporter.signal;

/** The trackers of one query, one for each kind of signal. */
record Trackers(
    NextBatchTimer timer,
    BatchDurations durations,
    QueryLagTrends trends,
    InputClock input,
    Watermarks watermarks,
    LateRows lateRows,
    StateGrowth stateGrowth,
    Retention retention) {}
