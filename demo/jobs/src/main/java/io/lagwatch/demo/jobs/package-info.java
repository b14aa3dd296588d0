/** The Spark application of the demo: two queries that people really run. */
@NullMarked
package io.lagwatch.demo.jobs;

import org.jspecify.annotations.NullMarked;
