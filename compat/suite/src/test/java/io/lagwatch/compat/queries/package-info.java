/** Tests of every kind of query, source and trigger. */
@NullMarked
package io.lagwatch.compat.queries;

import org.jspecify.annotations.NullMarked;
