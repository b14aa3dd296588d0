/** The exporter process: wiring only. */
@NullMarked
package io.lagwatch.exporter;

import org.jspecify.annotations.NullMarked;
