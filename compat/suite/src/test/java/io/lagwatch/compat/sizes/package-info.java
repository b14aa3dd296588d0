/** Topics and progresses far larger than usual. */
@NullMarked
package io.lagwatch.compat.sizes;

import org.jspecify.annotations.NullMarked;
