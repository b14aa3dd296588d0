/** Routes, status page and API. */
@NullMarked
package io.lagwatch.exporter.web;

import org.jspecify.annotations.NullMarked;
