/** Decodes and checks the reports of drivers, and rejects invalid ones. */
@NullMarked
package io.lagwatch.exporter.ingest;

import org.jspecify.annotations.NullMarked;
