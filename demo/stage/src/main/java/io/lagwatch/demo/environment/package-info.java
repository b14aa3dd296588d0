/** The demo's processes and the places where they can be looked at from outside. */
@NullMarked
package io.lagwatch.demo.environment;

import org.jspecify.annotations.NullMarked;
