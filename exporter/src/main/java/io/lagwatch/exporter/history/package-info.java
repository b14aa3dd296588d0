/** The last hour of every query, for the status page: bounded, and nothing outlives the process. */
@NullMarked
package io.lagwatch.exporter.history;

import org.jspecify.annotations.NullMarked;
