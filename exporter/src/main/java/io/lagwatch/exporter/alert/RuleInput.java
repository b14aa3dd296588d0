package io.lagwatch.exporter.alert;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.signal.Signals;

/** What a rule is evaluated with: one query at one time. */
public record RuleInput(QueryFacts facts, Signals signals, QuerySettings settings) {}
