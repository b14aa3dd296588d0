/** Everything that is known, behind one door: reports and polls in, immutable snapshots out. */
@NullMarked
package io.lagwatch.exporter.watch;

import org.jspecify.annotations.NullMarked;
