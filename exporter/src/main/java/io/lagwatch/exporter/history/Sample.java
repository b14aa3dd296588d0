package io.lagwatch.exporter.history;

import io.lagwatch.exporter.query.ArrivalRates;
import io.lagwatch.exporter.query.QueryFacts;
import java.time.Instant;

/**
 * The facts of one query at one time. Immutable.
 *
 * @param arrival arrival rates of the topics that the query reads
 */
public record Sample(Instant at, QueryFacts facts, ArrivalRates arrival) {}
