/** The numbers that alerts look at, as pure functions of a query's recent history and the time. */
@NullMarked
package io.lagwatch.exporter.signal;

import org.jspecify.annotations.NullMarked;
