package io.lagwatch.exporter.watch;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An entry of the state file that cannot be used.
 *
 * @param section its place in the file, for example {@code queries[3]}
 * @param reason why it cannot be used
 * @param entry the unchanged entry
 */
record RejectedEntry(String section, String reason, JsonNode entry) {}
