package io.lagwatch.compat.environment;

import io.lagwatch.demo.accuracy.ProducedRecords;
import io.lagwatch.demo.environment.BuildArtifacts;
import io.lagwatch.demo.environment.ExporterProcess;
import io.lagwatch.demo.environment.Http;
import io.lagwatch.demo.environment.WorkFolder;
import io.lagwatch.testbed.BrokerSettings;
import io.lagwatch.testbed.KafkaBroker;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import io.lagwatch.testbed.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One broker and one exporter for all tests of this build, because they take seconds to start. Each
 * test has its own topics, drivers and application names. Thread-safe.
 */
public final class CompatEnvironment implements AutoCloseable {
  /** The exporter's name of the broker. */
  public static final String KAFKA = "main";

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final WorkFolder work;
  private final KafkaBroker broker;
  private final Http exporter;
  private final OwnedProcess exporterProcess;
  private final List<Topics> clients = new CopyOnWriteArrayList<>();

  private CompatEnvironment() throws IOException {
    BuildArtifacts artifacts = BuildArtifacts.around(Path.of(""));
    work = WorkFolder.take(artifacts.root().resolve("compat/suite/target/stage"));
    broker =
        KafkaBroker.started(
            BrokerSettings.usual().withData(work.path().resolve("kafka")).withHeapMegabytes(256));
    int port = Loopback.freePort();
    exporter = Http.onPort(port);
    exporterProcess =
        ExporterProcess.start(
            artifacts,
            port,
            """
            kafka:
              - name: %s
                bootstrapServers: %s
                pollInterval: 1s
            """
                .formatted(KAFKA, broker.bootstrapServers()),
            work.path().resolve("exporter"));
    Awaitility.await("the exporter is ready")
        .atMost(TIMEOUT)
        .until(() -> exporter.answers("/readyz"));
  }

  /** Gives the one environment to every test class that requests it. */
  public static final class CompatExtension implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == CompatEnvironment.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.GLOBAL)
          .computeIfAbsent(
              CompatEnvironment.class,
              type -> {
                try {
                  return new CompatEnvironment();
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              },
              CompatEnvironment.class);
    }
  }

  public String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** Returns topics for one test, and counts the records that it produces. Not thread-safe. */
  public ProducedRecords produced() {
    return new ProducedRecords(topics());
  }

  /**
   * Returns topics that a query writes to, so the test does not know the number of their records.
   */
  public Topics topics() {
    Topics topics = new Topics(broker.bootstrapServers());
    clients.add(topics);
    return topics;
  }

  public Http exporter() {
    return exporter;
  }

  /** Returns a folder for the test, which does not exist yet. */
  public Path folder(String name) {
    return work.path().resolve(name);
  }

  @Override
  public void close() {
    clients.forEach(Topics::close);
    exporterProcess.close();
    broker.close();
    work.close();
  }
}
