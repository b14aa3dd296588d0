/** The state of every query, its life and its end. */
@NullMarked
package io.lagwatch.exporter.query;

import org.jspecify.annotations.NullMarked;
