/** The HTTP server: reports, metrics, API, health checks and the routes of the pages. */
@NullMarked
package io.lagwatch.exporter.web;

import org.jspecify.annotations.NullMarked;
