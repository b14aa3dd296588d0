/** Tests that run with every Spark version. Their results are in docs/compatibility.md. */
@NullMarked
package io.lagwatch.compat.versions;

import org.jspecify.annotations.NullMarked;
