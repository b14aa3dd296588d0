package io.lagwatch.exporter.web;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.ingest.ReportCounter;
import io.lagwatch.exporter.watch.Monitor;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The exporter's HTTP: reports in; metrics, API, health and status page out. Every answer is made
 * of what is in memory, so none waits for Kafka.
 */
public final class WebServer implements AutoCloseable {
  /**
   * A client that does not read its answer or sends its body slowly holds a thread until the idle
   * timeout. Threads are started when needed, and reports never take the last ones.
   */
  private static final int MAX_THREADS = 500;

  private static final int MAX_REPORTS_AT_ONCE = 240;

  /** From here on, clients share answers; normally a few threads are busy. */
  private static final int BUSY_THREADS = 24;

  private static final int IDLE_MILLIS = 30_000;

  /** Two names of 1,000 characters, each three bytes in UTF-8 and nine characters in a path. */
  private static final int LONGEST_REQUEST_HEAD = 24 << 10;

  private final Javalin javalin;

  /**
   * Opens nothing yet.
   *
   * @param history what is remembered of the queries of {@code watch}
   * @param intake where reports go
   * @param registry what {@code /metrics} shows; takes the server's own meters
   * @param save called before {@code /metrics} is answered and after every change by a client;
   *     returns when the state as of now is on disk, or after a short time
   */
  public WebServer(
      WebSettings settings,
      Monitor watch,
      History history,
      ReportReceiver intake,
      PrometheusMeterRegistry registry,
      ReportCounter counter,
      Runnable save,
      Clock clock) {
    var bodies = new BodyReader(MAX_REPORTS_AT_ONCE, System::nanoTime);
    var access = new Access(settings.token());
    var reports = new ReportsRoute(access, bodies, intake, counter, clock);
    var http = new HttpMeters(registry);
    var threads = new QueuedThreadPool(MAX_THREADS, 2, IDLE_MILLIS);
    var turns =
        new ResponseLimiter(() -> threads.getBusyThreads() > BUSY_THREADS, System::nanoTime);
    javalin =
        Javalin.create(
            config -> {
              listen(config, settings, threads);
              new Errors(clock).install(config);
              config.routes.before(ctx -> Headers.put(ctx::header));
              config.requestLogger.http(http::record);
              config.routes.post("/api/v1/reports", reports);
              config.routes.get("/metrics", new MetricsRoute(registry, turns, save));
              config.routes.delete(
                  "/api/v1/queries/{app}/{query}", new ForgetRoute(access, watch, save, clock));
              new ApiRoutes(watch, history, clock, turns).install(config.routes);
              new HealthRoutes(watch).install(config.routes);
              new Assets().install(config.routes);
              new PageRoutes(watch, history, clock, turns).install(config.routes);
            });
  }

  /** Binds the port; throws when that cannot be done. */
  public void start() {
    javalin.start();
  }

  /** The port that is really listened on. */
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
          http.setRequestHeaderSize(LONGEST_REQUEST_HEAD);
          http.setSendServerVersion(false);
          http.setSendDateHeader(true);
          // A query may be called anything; in a path it comes encoded. No path here is a file's.
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
   * One acceptor and one selector are plenty, and keep the number of threads the same everywhere.
   */
  private static Connector connector(Server server, HttpConfiguration http, WebSettings settings) {
    var connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    connector.setIdleTimeout(IDLE_MILLIS);
    return connector;
  }
}
