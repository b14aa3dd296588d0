/** Polls end offsets and earliest offsets from the brokers, each cluster in a thread of its own. */
@NullMarked
package io.lagwatch.exporter.kafka;

import org.jspecify.annotations.NullMarked;
