/** One suite, run with every version of Spark; its results are in docs/compatibility.md. */
@NullMarked
package io.lagwatch.compat.versions;

import org.jspecify.annotations.NullMarked;
