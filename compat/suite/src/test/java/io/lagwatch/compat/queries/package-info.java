/** Every kind of query, source and trigger, as Lagwatch shows it. */
@NullMarked
package io.lagwatch.compat.queries;

import org.jspecify.annotations.NullMarked;
