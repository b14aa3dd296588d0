/** What the numbers of a query advise to do, as pure functions; silent where they do not tell. */
@NullMarked
package io.lagwatch.exporter.advice;

import org.jspecify.annotations.NullMarked;
