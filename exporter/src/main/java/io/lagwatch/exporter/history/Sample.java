package io.lagwatch.exporter.history;

import io.lagwatch.exporter.query.ArrivalRates;
import io.lagwatch.exporter.query.QueryFacts;
import java.time.Instant;

/**
 * One query at one moment.
 *
 * @param arrival of the topics that the query reads
 */
public record Sample(Instant at, QueryFacts facts, ArrivalRates arrival) {}
