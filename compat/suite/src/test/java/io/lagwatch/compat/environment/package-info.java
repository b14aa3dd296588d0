/**
 * What the compatibility tests stand on: the Sparks that the build made ready, drivers that run
 * them, a broker and an exporter.
 */
@NullMarked
package io.lagwatch.compat.environment;

import org.jspecify.annotations.NullMarked;
