/** Checks of the documentation: generated tables, links, words, lengths. */
@NullMarked
package io.lagwatch.exporter.docs;

import org.jspecify.annotations.NullMarked;
