/** What the brokers say: end and earliest offsets, polled in the background. */
@NullMarked
package io.lagwatch.exporter.kafka;

import org.jspecify.annotations.NullMarked;
