/** Every way to run a Spark application that is possible on one machine, with Spark's own tools. */
@NullMarked
package io.lagwatch.compat.ways;

import org.jspecify.annotations.NullMarked;
