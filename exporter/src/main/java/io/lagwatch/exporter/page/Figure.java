package io.lagwatch.exporter.page;

import org.jspecify.annotations.Nullable;

/**
 * A chart: in words, as a small line, and as a large chart if scripts run. Immutable.
 *
 * @param chart the name by which the script identifies the chart
 * @param mark the height of a line across the chart; null for none
 * @param image null for a chart that only the script draws
 */
record Figure(
    String chart,
    String title,
    String unit,
    String words,
    @Nullable String mark,
    @Nullable Sparkline image) {}
