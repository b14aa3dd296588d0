/** One suite, run with every version of Spark; its results are README's table. */
@NullMarked
package io.lagwatch.compat.versions;

import org.jspecify.annotations.NullMarked;
