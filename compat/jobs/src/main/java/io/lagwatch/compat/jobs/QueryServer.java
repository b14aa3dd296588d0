package io.lagwatch.compat.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryProgress;

/**
 * An application that starts and stops queries of many kinds on request, over HTTP on the loopback
 * interface. A test can run all kinds of queries in one driver. It does not use Lagwatch.
 *
 * <ul>
 *   <li>{@code POST /start {"kind", "session", "conf", …}}: starts a query of that {@link
 *       QueryKind} (default {@code Plain}). {@link QuerySpec} describes the other fields. A {@code
 *       session} with a new name is created by {@code newSession}; without a name the first session
 *       is used. {@code conf} is set in the session before the start. Answers {@code {"id",
 *       "runId"}}.
 *   <li>{@code POST /stop {"name" or "runId"}}: stops the queries with that name or run id; answers
 *       when they have ended
 *   <li>{@code GET /queries}: every query that was ever started, see {@link #describe}
 *   <li>{@code GET /observed}: the observed metrics of {@link LargeProgress} queries
 *   <li>{@code POST /end}: stops the SparkContext; the JVM keeps running
 *   <li>{@code GET /threads}: the names of the live threads
 * </ul>
 *
 * <p>Answers 200 and JSON, or 500 and the error.
 */
public final class QueryServer {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PACKAGE = QueryServer.class.getPackageName();

  private final SparkSession first;
  private final String bootstrap;
  private final String checkpoints;
  private final Map<String, SparkSession> sessions = new ConcurrentHashMap<>();
  private final List<StreamingQuery> started = new CopyOnWriteArrayList<>();

  private QueryServer(SparkSession first, String bootstrap, String checkpoints) {
    this.first = first;
    this.bootstrap = bootstrap;
    this.checkpoints = checkpoints;
  }

  /** Handles the body of a request. */
  private interface Command {
    JsonNode execute(JsonNode request) throws Exception;
  }

  /**
   * Serves requests until the driver ends.
   *
   * @param args port, brokers as {@code host:port} (may be empty), folder of the checkpoints
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    QueryServer queries = new QueryServer(SparkSession.builder().getOrCreate(), args[1], args[2]);
    HttpServer server =
        HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
    // A request may take long, and another one must not wait for it.
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/start", exchange -> respond(exchange, queries::start));
    server.createContext("/stop", exchange -> respond(exchange, queries::stop));
    server.createContext("/queries", exchange -> respond(exchange, any -> queries.all()));
    server.createContext(
        "/observed", exchange -> respond(exchange, any -> LargeProgress.progresses()));
    server.createContext("/end", exchange -> respond(exchange, any -> queries.end()));
    server.createContext("/threads", exchange -> respond(exchange, any -> threads()));
    server.start();
    new CountDownLatch(1).await();
  }

  private JsonNode start(JsonNode request) throws Exception {
    String named = request.path("session").asText();
    SparkSession session =
        named.isEmpty() ? first : sessions.computeIfAbsent(named, any -> first.newSession());
    JsonNode conf = request.path("conf");
    for (Iterator<String> keys = conf.fieldNames(); keys.hasNext(); ) {
      String key = keys.next();
      session.conf().set(key, conf.get(key).asText());
    }
    QueryKind kind =
        Class.forName(PACKAGE + "." + request.path("kind").asText("PassThrough"))
            .asSubclass(QueryKind.class)
            .getConstructor()
            .newInstance();
    StreamingQuery query = kind.start(new QuerySpec(session, bootstrap, checkpoints, request));
    started.add(query);
    return describe(query);
  }

  private JsonNode stop(JsonNode request) throws Exception {
    String name = request.path("name").asText();
    String runId = request.path("runId").asText();
    for (StreamingQuery query : started) {
      if (query.isActive()
          && (name.equals(query.name()) || runId.equals(query.runId().toString()))) {
        query.stop();
      }
    }
    return JSON.createObjectNode();
  }

  private JsonNode all() {
    ArrayNode all = JSON.createArrayNode();
    started.forEach(query -> all.add(describe(query)));
    return all;
  }

  /**
   * Returns {@code id}, {@code runId}, {@code name}, {@code active}, {@code causeClass}, {@code
   * causeLine} (the first line of the message) and {@code batchId}, which is -1 before the first
   * batch has completed.
   */
  private static ObjectNode describe(StreamingQuery query) {
    ObjectNode description = JSON.createObjectNode();
    description.put("id", query.id().toString()).put("runId", query.runId().toString());
    description.put("name", query.name()).put("active", query.isActive());
    if (query.exception().isDefined()) {
      Throwable cause = query.exception().get().cause();
      description.put("causeClass", cause.getClass().getName());
      description.put(
          "causeLine", String.valueOf(cause.getMessage()).lines().findFirst().orElse(""));
    }
    StreamingQueryProgress last = query.lastProgress();
    return description.put("batchId", last == null ? -1 : last.batchId());
  }

  private JsonNode end() {
    first.stop();
    return JSON.createObjectNode();
  }

  private static JsonNode threads() {
    ArrayNode names = JSON.createArrayNode();
    Thread.getAllStackTraces().keySet().forEach(thread -> names.add(thread.getName()));
    return names;
  }

  private static void respond(HttpExchange exchange, Command command) throws IOException {
    int status = 200;
    JsonNode response;
    try {
      byte[] body = exchange.getRequestBody().readAllBytes();
      response = command.execute(body.length == 0 ? JSON.createObjectNode() : JSON.readTree(body));
    } catch (Exception | LinkageError | AssertionError e) {
      status = 500;
      response = JSON.createObjectNode().put("problem", e.toString());
    }
    byte[] bytes = JSON.writeValueAsBytes(response);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }
}
