package io.lagwatch.exporter.history;

import io.lagwatch.exporter.query.QueryFacts;
import java.time.Instant;
import java.util.Map;

/**
 * One query at one moment, to be kept.
 *
 * @param arrivalPerSecond topic to records per second; a topic is absent while its rate is unknown
 */
public record Sample(Instant at, QueryFacts facts, Map<String, Double> arrivalPerSecond) {}
