/** The demo: everything on one machine, to look at or to be checked. */
@NullMarked
package io.lagwatch.demo;

import org.jspecify.annotations.NullMarked;
