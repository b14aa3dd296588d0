package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.kafka.BrokerView;
import io.lagwatch.exporter.kafka.ClusterPoll;
import io.lagwatch.exporter.kafka.TopicInterest;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.query.QueryRegistry;
import io.lagwatch.exporter.signal.Signals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The watch, live and in a replay. One lock, held for arithmetic alone: nothing inside waits for a
 * socket, a disk or a clock.
 */
public final class LiveWatch implements Watch {
  private static final Duration ARRIVAL_WINDOW = Duration.ofMinutes(2);

  private final Function<QueryKey, QuerySettings> settings;
  private final Clusters clusters;
  private final BrokerView brokers;
  private final QueryRegistry registry;

  /** A Kafka cluster as configured: its name, which topics are looked up there, how often. */
  public record Cluster(String name, Pattern topics, Duration pollInterval) {}

  /**
   * @param clusters in the order in which a topic is matched
   * @param settings what is expected of a query
   * @param retention how long an ended or lost query stays visible
   * @param listeningSince when the exporter began to listen
   */
  public LiveWatch(
      List<Cluster> clusters,
      Function<QueryKey, QuerySettings> settings,
      Duration retention,
      Instant listeningSince) {
    this.settings = settings;
    this.clusters = new Clusters(clusters);
    this.brokers = new BrokerView(this.clusters::watch, this.clusters::pollInterval);
    this.registry = new QueryRegistry(retention, listeningSince);
  }

  @Override
  public synchronized Decoded.@Nullable Refused report(Report report, Instant at) {
    return registry.accept(report, at);
  }

  @Override
  public synchronized void polled(ClusterPoll poll, Instant at, Duration took) {
    clusters.answered(poll.cluster(), poll.unanswered(), at, took);
    brokers.apply(poll, at);
    registry.polled(poll, at.minus(took));
  }

  @Override
  public synchronized void pollFailed(
      String cluster, String kind, String message, Instant at, Duration took) {
    clusters.failed(cluster, kind, message, took);
  }

  @Override
  public synchronized void evaluate(Instant now) {
    registry.expire(now);
  }

  @Override
  public synchronized TopicInterest interest() {
    return registry.interest();
  }

  @Override
  public synchronized Snapshot snapshot(Instant now) {
    List<Snapshot.Query> queries = new ArrayList<>();
    for (QueryFacts facts : registry.facts(brokers, now)) {
      queries.add(
          new Snapshot.Query(
              facts, Signals.UNKNOWN, List.of(), settings.apply(facts.key()), arrivals(facts)));
    }
    return new Snapshot(now, queries, clusters.snapshot());
  }

  private Map<String, Double> arrivals(QueryFacts facts) {
    var topics = new TreeSet<String>();
    facts.lag().partitions().forEach(p -> topics.add(p.partition().topic()));
    var arrivals = new HashMap<String, Double>();
    for (String topic : topics) {
      Double rate = brokers.arrivalPerSecond(topic, ARRIVAL_WINDOW);
      if (rate != null) {
        arrivals.put(topic, rate);
      }
    }
    return arrivals;
  }
}
