package io.lagwatch.demo.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamReader;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/**
 * An application that starts and stops queries on request, over HTTP on the loopback interface. A
 * test can run many queries in one driver. It does not use Lagwatch.
 *
 * <ul>
 *   <li>{@code POST /start {"name", "sources": [{option: value}], "trigger", "hold"}}: starts a
 *       query over the union of its Kafka sources, each with these options of Spark. {@code
 *       trigger} is an interval in Spark's notation. With {@code hold} a batch does not end until
 *       the query is stopped. The folder of the checkpoint has the query's name.
 *   <li>{@code POST /stop {"name"}}: stops the query and waits for its end
 * </ul>
 *
 * <p>Answers 200, or 500 and the error.
 */
public final class QueriesOnDemand {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SparkSession spark;
  private final String bootstrap;
  private final String checkpoints;

  private QueriesOnDemand(SparkSession spark, String bootstrap, String checkpoints) {
    this.spark = spark;
    this.bootstrap = bootstrap;
    this.checkpoints = checkpoints;
  }

  /** Handles the body of a request. */
  private interface QueryCommand {
    void execute(JsonNode request) throws Exception;
  }

  /**
   * Serves requests until the driver ends.
   *
   * @param args port, brokers as {@code host:port}, folder of the checkpoints
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    QueriesOnDemand queries =
        new QueriesOnDemand(SparkSession.builder().getOrCreate(), args[1], args[2]);
    HttpServer server =
        HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
    server.createContext("/start", exchange -> respond(exchange, queries::start));
    server.createContext("/stop", exchange -> respond(exchange, queries::stop));
    server.start();
    new CountDownLatch(1).await();
  }

  private void start(JsonNode request) throws TimeoutException {
    Dataset<Row> records = null;
    for (JsonNode source : request.get("sources")) {
      Dataset<Row> more = source(source);
      records = records == null ? more : records.union(more);
    }
    if (records == null) {
      throw new IllegalArgumentException("sources: expected at least one, found none");
    }
    String name = request.get("name").asText();
    DataStreamWriter<Row> writer =
        records
            .writeStream()
            .queryName(name)
            .trigger(Trigger.ProcessingTime(request.get("trigger").asText()))
            .option("checkpointLocation", checkpoints + "/" + name);
    if (request.get("hold").asBoolean()) {
      VoidFunction2<Dataset<Row>, Long> hold = (batch, id) -> new CountDownLatch(1).await();
      writer.foreachBatch(hold).start();
    } else {
      writer.format("noop").start();
    }
  }

  private Dataset<Row> source(JsonNode options) {
    DataStreamReader reader =
        spark.readStream().format("kafka").option("kafka.bootstrap.servers", bootstrap);
    Iterator<Map.Entry<String, JsonNode>> all = options.fields();
    while (all.hasNext()) {
      Map.Entry<String, JsonNode> option = all.next();
      reader.option(option.getKey(), option.getValue().asText());
    }
    return reader.load();
  }

  private void stop(JsonNode request) throws TimeoutException {
    String name = request.get("name").asText();
    for (StreamingQuery query : spark.streams().active()) {
      if (name.equals(query.name())) {
        query.stop();
      }
    }
  }

  private static void respond(HttpExchange exchange, QueryCommand command) throws IOException {
    int status = 200;
    String text = "done";
    try {
      command.execute(JSON.readTree(exchange.getRequestBody()));
    } catch (Exception e) {
      status = 500;
      text = e.toString();
    }
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }
}
