/** The Spark application of the compatibility tests. It starts queries of many kinds on request. */
@NullMarked
package io.lagwatch.compat.jobs;

import org.jspecify.annotations.NullMarked;
