/** Recommendations for one query, computed from its values. */
@NullMarked
package io.lagwatch.exporter.advice;

import org.jspecify.annotations.NullMarked;
