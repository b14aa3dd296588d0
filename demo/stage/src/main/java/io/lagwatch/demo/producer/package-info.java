/** Produces the traffic of the demo and counts it. Checks compare Lagwatch with these counts. */
@NullMarked
package io.lagwatch.demo.producer;

import org.jspecify.annotations.NullMarked;
