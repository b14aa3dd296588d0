/** The demo's story, played without a terminal and held against what is known from elsewhere. */
@NullMarked
package io.lagwatch.demo.check;

import org.jspecify.annotations.NullMarked;
