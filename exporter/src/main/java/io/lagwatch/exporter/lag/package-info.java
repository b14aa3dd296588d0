/** Lag as pure arithmetic: values and a time in, values out. */
@NullMarked
package io.lagwatch.exporter.lag;

import org.jspecify.annotations.NullMarked;
