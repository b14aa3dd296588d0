/**
 * A simulator of streaming queries and brokers, labelled scenarios made with it, and the judgement
 * of the alerts that they raise.
 */
@NullMarked
package io.lagwatch.exporter.scenario;

import org.jspecify.annotations.NullMarked;
