/**
 * The only formatter: numbers, durations and sentences as people read them, and the masking of
 * secrets.
 */
@NullMarked
package io.lagwatch.exporter.text;

import org.jspecify.annotations.NullMarked;
