/**
 * Computes the signals, which alert rules compare with thresholds, from the recent history of a
 * query.
 */
@NullMarked
package io.lagwatch.exporter.signal;

import org.jspecify.annotations.NullMarked;
