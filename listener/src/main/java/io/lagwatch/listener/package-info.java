/**
 * The part of Lagwatch that runs in the Spark driver. The entry point is {@link
 * io.lagwatch.listener.LagwatchListener}.
 *
 * <p>Spark's threads only store references and add to counters ({@link
 * io.lagwatch.listener.QueryRuns}). The daemon threads of one {@link
 * io.lagwatch.listener.DriverAgent} per application create and send the reports. Only API that
 * Spark 3.3 to 4.2 have in common is called directly. Everything else is called by reflection and
 * may fail.
 */
@NullMarked
package io.lagwatch.listener;

import org.jspecify.annotations.NullMarked;
