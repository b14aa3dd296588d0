package io.lagwatch.exporter.advice;

/**
 * One recommendation. Immutable.
 *
 * @param topic one or two words
 * @param text sentences with the numbers that the recommendation is based on
 */
public record Advice(String topic, String text) {}
