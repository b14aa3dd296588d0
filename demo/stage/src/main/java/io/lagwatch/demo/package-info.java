/** The demo: all components on one machine, interactive or as a scripted check. */
@NullMarked
package io.lagwatch.demo;

import org.jspecify.annotations.NullMarked;
