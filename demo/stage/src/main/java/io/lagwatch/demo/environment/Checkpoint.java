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
 * A query's checkpoint, read as Spark wrote it: the position that Spark itself would go on from. A
 * batch's offsets are planned in {@code offsets/N} and done once {@code commits/N} is there.
 *
 * @param folder the query's checkpoint location, a local folder
 */
public record Checkpoint(Path folder) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<TreeMap<String, TreeMap<Integer, Long>>> OFFSETS =
      new TypeReference<>() {};

  /**
   * The newest batch that is done; empty before the first.
   *
   * @throws IOException when the folder cannot be listed
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
   * Where a Kafka source stands when this batch is done: topic, partition, offset of the next
   * record.
   *
   * @param source its index in the query
   * @throws IOException when Spark keeps no such batch (any more) or its file has another shape
   */
  public SortedMap<String, ? extends Map<Integer, Long>> position(long batchId, int source)
      throws IOException {
    // a version, the batch's settings, then one line per source
    List<String> lines = Files.readAllLines(folder.resolve("offsets/" + batchId));
    if (lines.size() < 3 + source) {
      throw new IOException(
          folder + "/offsets/" + batchId + ": expected source " + source + ", found " + lines);
    }
    return JSON.readValue(lines.get(2 + source), OFFSETS);
  }
}
