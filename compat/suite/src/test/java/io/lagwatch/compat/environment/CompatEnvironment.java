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
 * One broker and one exporter for all tests of this build, as they take seconds to start. A test
 * has its own topics, its own drivers and its own application names. Thread-safe.
 */
public final class CompatEnvironment implements AutoCloseable {
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
              - name: main
                bootstrapServers: %s
                pollInterval: 1s
            """
                .formatted(broker.bootstrapServers()),
            work.path().resolve("exporter"));
    Awaitility.await("the exporter is ready")
        .atMost(TIMEOUT)
        .until(() -> exporter.answers("/readyz"));
  }

  /** Hands the one stage to every test class that asks for it. */
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

  /** Topics and records with their truth, for one test: not for use by several threads. */
  public ProducedRecords produced() {
    return new ProducedRecords(topics());
  }

  /** Topics that somebody else than the test writes to, so that it knows no truth of them. */
  public Topics topics() {
    Topics topics = new Topics(broker.bootstrapServers());
    clients.add(topics);
    return topics;
  }

  public Http exporter() {
    return exporter;
  }

  /** A folder of the test's own, not made yet. */
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
