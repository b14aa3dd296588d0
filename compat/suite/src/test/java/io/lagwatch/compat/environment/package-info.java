/**
 * The environment of the compatibility tests: Spark versions, drivers, a broker and an exporter.
 */
@NullMarked
package io.lagwatch.compat.environment;

import org.jspecify.annotations.NullMarked;
