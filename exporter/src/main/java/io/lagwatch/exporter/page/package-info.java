/** Pages for people: models of a snapshot and its history, which templates lay out. */
@NullMarked
package io.lagwatch.exporter.page;

import org.jspecify.annotations.NullMarked;
