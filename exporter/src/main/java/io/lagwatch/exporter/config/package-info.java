/** Settings: file, flags and environment, checked completely before anything starts. */
@NullMarked
package io.lagwatch.exporter.config;

import org.jspecify.annotations.NullMarked;
