package io.lagwatch.exporter.advice;

/**
 * One thing worth knowing or doing.
 *
 * @param topic a word or two
 * @param text sentences with the numbers that it rests on
 */
public record Advice(String topic, String text) {}
