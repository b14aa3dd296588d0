/** The scripted scenario of the demo, and its checks against independent data. */
@NullMarked
package io.lagwatch.demo.check;

import org.jspecify.annotations.NullMarked;
