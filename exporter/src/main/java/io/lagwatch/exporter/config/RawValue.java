package io.lagwatch.exporter.config;

import org.jspecify.annotations.Nullable;

/**
 * A value that somebody gave.
 *
 * @param key as a problem names it
 * @param place file and line, or null
 */
record RawValue(String key, String text, @Nullable String place) {}
