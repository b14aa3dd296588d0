/** What a driver says: decoding, checking, refusing. */
@NullMarked
package io.lagwatch.exporter.ingest;

import org.jspecify.annotations.NullMarked;
