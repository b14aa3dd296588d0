package io.lagwatch.exporter.page;

import org.jspecify.annotations.Nullable;

/**
 * One of the large numbers of a query's page.
 *
 * @param value null when it is unknown
 */
record KeyNumber(String label, @Nullable String value) {}
