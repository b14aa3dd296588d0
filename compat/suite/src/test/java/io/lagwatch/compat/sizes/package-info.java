/** Tests with very large topics and progresses. */
@NullMarked
package io.lagwatch.compat.sizes;

import org.jspecify.annotations.NullMarked;
