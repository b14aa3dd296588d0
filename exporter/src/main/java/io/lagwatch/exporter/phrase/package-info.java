/** Numbers, times and sentences as people read them. */
@NullMarked
package io.lagwatch.exporter.phrase;

import org.jspecify.annotations.NullMarked;
