/**
 * Stores the last hour of every query for charts. Its size is limited, and it is not saved across
 * restarts.
 */
@NullMarked
package io.lagwatch.exporter.history;

import org.jspecify.annotations.NullMarked;
