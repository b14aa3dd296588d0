package io.lagwatch.demo.environment;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A query's checkpoint as Spark wrote it: the position from which Spark would continue. The file
 * {@code offsets/N} has the planned offsets of a batch. The batch is completed when {@code
 * commits/N} exists.
 *
 * @param folder the query's checkpoint location, a local folder
 */
public record Checkpoint(Path folder) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<TreeMap<String, TreeMap<Integer, Long>>> OFFSETS =
      new TypeReference<>() {};

  /**
   * Returns the id of the newest completed batch; empty before the first.
   *
   * @throws IOException if the folder cannot be listed
   */
  public OptionalLong lastCommitted() throws IOException {
    Path commits = folder.resolve("commits");
    if (!Files.isDirectory(commits)) {
      return OptionalLong.empty();
    }
    try (Stream<Path> files = Files.list(commits)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("[0-9]+"))
          .mapToLong(Long::parseLong)
          .max();
    }
  }

  /**
   * Returns the position of a Kafka source after this batch: topic, partition, offset of the next
   * record.
   *
   * @param source its index in the query
   * @throws IOException if Spark has deleted the batch or its file has another format
   */
  public SortedMap<String, ? extends Map<Integer, Long>> position(long batchId, int source)
      throws IOException {
    // The file has a version, the settings of the batch, and one line per source.
    List<String> lines = Files.readAllLines(folder.resolve("offsets/" + batchId));
    if (lines.size() < 3 + source) {
      throw new IOException(
          folder + "/offsets/" + batchId + ": expected source " + source + ", found " + lines);
    }
    return JSON.readValue(lines.get(2 + source), OFFSETS);
  }
}
