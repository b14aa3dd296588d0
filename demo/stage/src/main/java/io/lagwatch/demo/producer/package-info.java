/** Makes the demo's traffic and keeps its own count of it: the truth Lagwatch is held against. */
@NullMarked
package io.lagwatch.demo.producer;

import org.jspecify.annotations.NullMarked;
