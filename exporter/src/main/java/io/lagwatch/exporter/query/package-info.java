/** Stores the visible queries: their runs, positions and progress. */
@NullMarked
package io.lagwatch.exporter.query;

import org.jspecify.annotations.NullMarked;
