package io.lagwatch.exporter.web;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.ingest.ReportCounter;
import io.lagwatch.exporter.watch.Monitor;
import java.time.Clock;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The HTTP server of the exporter: it accepts reports, and serves metrics, the API, health checks
 * and the status page. Responses are created from data in memory and do not wait for Kafka.
 * Thread-safe.
 */
public final class WebServer implements AutoCloseable {
  /**
   * Maximum number of threads. A slow client uses a thread until the idle timeout. Threads are
   * started on demand. Reports use less than half of them.
   */
  private static final int MAX_THREADS = 500;

  private static final int MAX_CONCURRENT_REPORTS = 240;

  /**
   * Number of busy threads from which clients share responses. Normally only a few threads are
   * busy.
   */
  private static final int BUSY_THREADS = 24;

  private static final int IDLE_MILLIS = 30_000;

  /**
   * Maximum size of a request head in bytes: two names of 1,000 characters, each of which can need
   * nine characters in a URL.
   */
  private static final int MAX_REQUEST_HEAD = 24 << 10;

  private final Javalin javalin;

  /**
   * Creates a server. It does not listen before {@link #start}.
   *
   * @param history the history of the queries of {@code monitor}
   * @param receiver receives the reports
   * @param metrics what {@code /metrics} shows
   */
  public WebServer(
      WebSettings settings,
      Monitor monitor,
      History history,
      ReportReceiver receiver,
      MetricsEndpoint metrics,
      ReportCounter counter,
      Clock clock) {
    var bodies = new BodyReader(MAX_CONCURRENT_REPORTS, System::nanoTime);
    var access = new Access(settings.token());
    var reports = new ReportsRoute(access, bodies, receiver, counter, clock);
    var http = new HttpMeters(metrics.own());
    var threads = new QueuedThreadPool(MAX_THREADS, 2, IDLE_MILLIS);
    var limiter =
        new ResponseLimiter(() -> threads.getBusyThreads() > BUSY_THREADS, System::nanoTime);
    javalin =
        Javalin.create(
            config -> {
              listen(config, settings, threads);
              new Errors(clock).install(config);
              config.routes.before(ctx -> Headers.put(ctx::header));
              config.requestLogger.http(http::record);
              config.routes.post("/api/v1/reports", reports);
              config.routes.get("/metrics", new MetricsRoute(metrics, limiter));
              config.routes.delete(
                  "/api/v1/queries/{app}/{query}",
                  new ForgetRoute(access, monitor, metrics.save(), clock));
              new ApiRoutes(monitor, history, clock, limiter).install(config.routes);
              new HealthRoutes(monitor).install(config.routes);
              new Assets().install(config.routes);
              new PageRoutes(monitor, history, clock, limiter).install(config.routes);
            });
  }

  /** Starts to listen. Throws if the port cannot be bound. */
  public void start() {
    javalin.start();
  }

  /** Returns the port that the server listens on. */
  public int port() {
    return javalin.port();
  }

  @Override
  public void close() {
    javalin.stop();
  }

  private static void listen(JavalinConfig config, WebSettings settings, QueuedThreadPool threads) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.prefer405over404 = true;
    config.http.compressionStrategy = CompressionStrategy.GZIP;
    threads.setName("http");
    config.jetty.threadPool = threads;
    config.jetty.modifyHttpConfiguration(
        http -> {
          http.setRequestHeaderSize(MAX_REQUEST_HEAD);
          http.setSendServerVersion(false);
          http.setSendDateHeader(true);
          // Query names can contain any character, so encoded characters in paths are allowed. No
          // path is a file path.
          http.setUriCompliance(
              UriCompliance.DEFAULT.with(
                  "names",
                  UriCompliance.Violation.AMBIGUOUS_PATH_SEGMENT,
                  UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
                  UriCompliance.Violation.SUSPICIOUS_PATH_CHARACTERS,
                  UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING));
        });
    config.jetty.modifyServletContextHandler(
        context -> context.getServletHandler().setDecodeAmbiguousURIs(true));
    config.jetty.addConnector((server, http) -> connector(server, http, settings));
  }

  /**
   * Returns a connector with one acceptor and one selector, so that the number of threads does not
   * depend on the machine.
   */
  private static Connector connector(Server server, HttpConfiguration http, WebSettings settings) {
    var connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    connector.setIdleTimeout(IDLE_MILLIS);
    return connector;
  }
}
