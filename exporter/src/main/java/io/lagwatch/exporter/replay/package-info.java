/** A recorded timeline through the same code with the file's clock. */
@NullMarked
package io.lagwatch.exporter.replay;

import org.jspecify.annotations.NullMarked;
