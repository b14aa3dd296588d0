/**
 * The part of Lagwatch that lives in the Spark driver. {@link
 * io.lagwatch.listener.LagwatchListener} is its one door.
 *
 * <p>Spark's threads only leave references and counts behind ({@link io.lagwatch.listener.Runs}); a
 * few daemon threads of one {@link io.lagwatch.listener.Agent} per application turn them into
 * reports. Only API that Spark 3.3 to 4.2 have in common is called directly; everything else goes
 * by reflection and may fail.
 */
@NullMarked
package io.lagwatch.listener;

import org.jspecify.annotations.NullMarked;
