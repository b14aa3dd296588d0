package io.lagwatch.exporter.page;

/** A page whose content {@link Html} has built and escaped. */
record BuiltPage(PageLayout layout, String html) {}
