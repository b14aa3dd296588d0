package io.lagwatch.exporter.page;

/** A line of a list of facts. */
record LabeledText(String label, String text) {}
