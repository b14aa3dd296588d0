/** What people read: a snapshot and its history in, pages out. */
@NullMarked
package io.lagwatch.exporter.page;

import org.jspecify.annotations.NullMarked;
