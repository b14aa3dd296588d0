/** The Spark application of the compatibility tests: queries of many kinds, on demand. */
@NullMarked
package io.lagwatch.compat.jobs;

import org.jspecify.annotations.NullMarked;
