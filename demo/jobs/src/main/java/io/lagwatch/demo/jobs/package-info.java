/** The Spark application of the demo, with two typical queries, and applications for tests. */
@NullMarked
package io.lagwatch.demo.jobs;

import org.jspecify.annotations.NullMarked;
