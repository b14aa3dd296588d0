/** The command line of the exporter, and the code that connects its parts. */
@NullMarked
package io.lagwatch.exporter;

import org.jspecify.annotations.NullMarked;
