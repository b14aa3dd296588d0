/** Every way to run a Spark application that can be had on one machine, by Spark's own means. */
@NullMarked
package io.lagwatch.compat.ways;

import org.jspecify.annotations.NullMarked;
