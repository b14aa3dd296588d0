/** Settings: file, flags and environment, checked whole before anything starts. */
@NullMarked
package io.lagwatch.exporter.config;

import org.jspecify.annotations.NullMarked;
