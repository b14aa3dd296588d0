/** A Kafka broker in its own JVM and other child processes, for tests and the demo. */
@NullMarked
package io.lagwatch.testbed;

import org.jspecify.annotations.NullMarked;
