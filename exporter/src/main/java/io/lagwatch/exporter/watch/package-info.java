/** The monitoring core. Its input is reports and polls, its output immutable snapshots. */
@NullMarked
package io.lagwatch.exporter.watch;

import org.jspecify.annotations.NullMarked;
