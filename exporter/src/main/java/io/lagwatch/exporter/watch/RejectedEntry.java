package io.lagwatch.exporter.watch;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An entry of the state file that was set aside.
 *
 * @param section where it stood, as {@code queries[3]}
 * @param reason why it cannot be used
 * @param entry the entry as it was
 */
record RejectedEntry(String section, String reason, JsonNode entry) {}
