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
 * The producer in a process of its own, and the way to talk to it. Thread-safe.
 *
 * @param process the process
 * @param http its control port
 */
public record ProducerProcess(OwnedProcess process, Http http) implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Starts it; once it is {@link #ready} its topics are there. */
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

  /** Whether it takes orders. */
  public boolean ready() {
    return http.answers("/counts");
  }

  /** Sets a rate; the answer is the exact state at which it begins. */
  public Counts rate(Feed feed, int perSecond) throws IOException {
    return counts("/rate/" + feed.topic() + "/" + perSecond);
  }

  /** Exactly what the broker holds at this moment. */
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
