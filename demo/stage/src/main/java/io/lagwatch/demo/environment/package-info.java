/** Starts the processes of the demo and reads their data. */
@NullMarked
package io.lagwatch.demo.environment;

import org.jspecify.annotations.NullMarked;
