package io.lagwatch.exporter.watch;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.lag.TopicPartition;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an exporter knows, on disk, so that one that was killed goes on where it stopped. Written
 * whole to a neighbour and moved into place: a reader finds the old state or the new one, never a
 * torn one. Writes are serialized.
 */
public final class StateFile {
  private static final Logger log = LoggerFactory.getLogger(StateFile.class);

  private final Path file;
  private final ObjectMapper mapper = mapper();
  private boolean lastWriteFailed;

  /**
   * @param file where the state lives; its folder is made when it is missing
   */
  public StateFile(Path file) {
    this.file = file.toAbsolutePath();
  }

  /**
   * Reads the state. A file that cannot be understood is kept beside, under a name ending in {@code
   * .unreadable}, and said so; the exporter then begins anew.
   *
   * @return null when there is none that can be read
   */
  public LiveMonitor.@Nullable State read() {
    if (!Files.exists(file)) {
      return null;
    }
    try {
      // Read twice rather than held twice: with many partitions either of them is half the heap.
      if (isUsable(parse())) {
        return parse();
      }
      setAside("expected format " + LiveMonitor.State.FORMAT);
    } catch (RuntimeException e) {
      setAside("expected a state that is whole, found " + e);
    } catch (JacksonException e) {
      setAside(e.getOriginalMessage());
    } catch (IOException e) {
      log.warn("state file {}: cannot be read, beginning without it: {}", file, e.toString());
    }
    return null;
  }

  /** Writes the state; a failure is logged once until a write succeeds again. */
  public synchronized void write(LiveMonitor.State state) {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try {
      Files.createDirectories(file.getParent());
      try (FileChannel channel =
              FileChannel.open(
                  next,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.TRUNCATE_EXISTING,
                  StandardOpenOption.WRITE);
          OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
        mapper.writeValue(out, state);
        out.flush();
        channel.force(true);
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      lastWriteFailed = false;
    } catch (IOException e) {
      if (!lastWriteFailed) {
        log.warn("state file {}: cannot be written, will be tried again: {}", file, e.toString());
      }
      lastWriteFailed = true;
    }
  }

  private LiveMonitor.@Nullable State parse() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return mapper.readValue(in, LiveMonitor.State.class);
    }
  }

  private static boolean isUsable(LiveMonitor.@Nullable State state) {
    if (state == null || state.format() != LiveMonitor.State.FORMAT) {
      return false;
    }
    rehearse(state);
    return true;
  }

  /** Half a state, as an edited file has it, shows only when it is used. */
  private static void rehearse(LiveMonitor.State state) {
    Instant at = state.savedAt();
    var watch = new LiveMonitor(List.of(), QueryRules.NONE, Duration.ofDays(1), at, cluster -> {});
    watch.restore(state);
    watch.evaluate(at);
    watch.snapshot(at);
    watch.state(at);
    if (watch.judgingFaults() > 0) {
      throw new IllegalArgumentException("queries that cannot be judged");
    }
  }

  private void setAside(String why) {
    Path aside = file.resolveSibling(file.getFileName() + ".unreadable");
    try {
      Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
      log.warn("state file {}: {}; kept as {}, beginning without it", file, why, aside);
    } catch (IOException e) {
      log.warn("state file {}: {}; beginning without it", file, why);
    }
  }

  private static ObjectMapper mapper() {
    var partitions = new SimpleModule();
    partitions.addKeyDeserializer(TopicPartition.class, new PartitionKey());
    return JsonMapper.builder()
        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .build()
        .registerModule(new JavaTimeModule())
        .registerModule(partitions)
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  }

  /** A map's key as {@link TopicPartition#toString} writes it. */
  private static final class PartitionKey extends KeyDeserializer {
    @Override
    public TopicPartition deserializeKey(String key, DeserializationContext context)
        throws IOException {
      int dash = key.lastIndexOf('-');
      try {
        return new TopicPartition(
            key.substring(0, dash), Integer.parseInt(key.substring(dash + 1)));
      } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
        return (TopicPartition)
            context.handleWeirdKey(TopicPartition.class, key, "expected topic-partition");
      }
    }
  }
}
