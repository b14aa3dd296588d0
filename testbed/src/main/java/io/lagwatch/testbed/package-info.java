/** Real parts for tests and the demo: a Kafka broker of one's own, processes that end with us. */
@NullMarked
package io.lagwatch.testbed;

import org.jspecify.annotations.NullMarked;
