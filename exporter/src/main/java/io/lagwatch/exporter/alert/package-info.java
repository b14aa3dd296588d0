/** The rules, their hold times and their transitions. */
@NullMarked
package io.lagwatch.exporter.alert;

import org.jspecify.annotations.NullMarked;
