/** Numbers, times and sentences as people read them. */
@NullMarked
package io.lagwatch.exporter.text;

import org.jspecify.annotations.NullMarked;
