package io.lagwatch.demo.environment;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.demo.producer.Counts;
import io.lagwatch.demo.producer.Feed;
import io.lagwatch.demo.producer.ProducerMain;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The producer in its own process, and the client of its control port. Thread-safe.
 *
 * @param process the process
 * @param http its control port
 */
public record ProducerProcess(OwnedProcess process, Http http) implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Starts the producer. When it is {@link #ready}, its topics exist. */
  public static ProducerProcess start(String bootstrap, Path folder) {
    int port = Loopback.freePort();
    List<String> command =
        JavaCommand.small(96)
            .with("-cp", System.getProperty("java.class.path"))
            .with(ProducerMain.class.getName(), bootstrap, Integer.toString(port))
            .words();
    return new ProducerProcess(
        OwnedProcess.start("producer", folder.resolve("producer.log"), command), Http.onPort(port));
  }

  /** True if it accepts requests. */
  public boolean ready() {
    return http.answers("/counts");
  }

  /** Sets a rate; returns the exact counts at that moment. */
  public Counts rate(Feed feed, int perSecond) throws IOException {
    return counts("/rate/" + feed.topic() + "/" + perSecond);
  }

  /** Returns the exact number of records in the broker now. */
  public Counts counts() throws IOException {
    return counts("/counts");
  }

  private Counts counts(String path) throws IOException {
    return JSON.readValue(http.text(path), Counts.class);
  }

  @Override
  public void close() {
    process.close();
  }
}
