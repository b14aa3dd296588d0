package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.Metric.flag;
import static io.lagwatch.exporter.metrics.Metric.gauge;
import static io.lagwatch.exporter.metrics.Metric.ofQuery;
import static io.lagwatch.exporter.metrics.Metric.seconds;

import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.metrics.MetricDefinition.Type;
import io.lagwatch.exporter.watch.QueryView;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How far the query is behind, as a whole and by topic. */
final class LagMetrics {
  private static final List<String> BY_TOPIC = List.of("source", "topic");

  static final List<Metric<QueryView>> ALL =
      List.of(
          gauge(
              "spark_streaming_query_lag_records",
              "records",
              "Records between the query's position and the end, over the partitions that are"
                  + " known; absent when none is. Sources other than Kafka have no part in it.",
              query -> query.facts().lag().records()),
          gauge(
              "spark_streaming_query_lag_seconds",
              "seconds",
              "How long ago the end stood where the query's worst partition stands now.",
              query -> {
                var time = query.facts().lag().time();
                return time == null ? null : seconds(time.duration());
              }),
          gauge(
              "spark_streaming_query_lag_seconds_is_lower_bound",
              "",
              "1 when spark_streaming_query_lag_seconds is only known to be at least that much.",
              query -> {
                var time = query.facts().lag().time();
                return time == null ? null : flag(time.lowerBound());
              }),
          gauge(
              "spark_streaming_query_partitions",
              "partitions",
              "Partitions that the query reads or has yet to pick up; absent when not known.",
              query -> {
                var lag = query.facts().lag();
                return known(lag) ? lag.partitions().size() : null;
              }),
          gauge(
              "spark_streaming_query_partitions_unknown",
              "partitions",
              "Of these, partitions whose lag cannot be known and that no sum includes.",
              query -> known(query.facts().lag()) ? query.facts().lag().unknown() : null),
          ofQuery(
              Type.GAUGE,
              "spark_streaming_query_lag_basis",
              "",
              List.of("basis"),
              "1 for what the lag is measured against, 0 for the others: broker (moves when the"
                  + " query does not), spark (frozen between batches), none (it is unknown, as"
                  + " always in continuous processing and without a source that is Kafka).",
              (query, out) -> {
                for (var basis : QueryLag.Basis.values()) {
                  out.add(flag(basis == query.facts().lag().basis()), basis.label());
                }
              }),
          gauge(
              "spark_streaming_rate_limited_backlog_records",
              "records",
              "Records that the rate limit left behind when the last batch was planned.",
              query -> query.facts().lag().rateLimitedBacklog()),
          ofTopics(
              "spark_streaming_topic_lag_records",
              "Lag of the topic's known partitions; absent when none is known.",
              TopicLag::records),
          ofTopics(
              "spark_streaming_retention_headroom_records",
              "The least distance from the log's start to the position over the topic's"
                  + " partitions; negative once records were lost.",
              TopicLag::headroom),
          ofTopics(
              "spark_streaming_records_lost_to_retention",
              "Records between the position and the log's start that were deleted before the query"
                  + " read them.",
              TopicLag::lost),
          ofQuery(
              Type.GAUGE,
              "spark_streaming_topic_arrival_records_per_second",
              "",
              List.of("topic"),
              "Records per second that the topic's end moved over the last polls.",
              (query, out) ->
                  query.arrivalPerSecond().forEach((topic, rate) -> out.add(rate, topic))));

  private LagMetrics() {}

  private static boolean known(QueryLag lag) {
    return lag.basis() != QueryLag.Basis.NONE || !lag.partitions().isEmpty();
  }

  private static Metric<QueryView> ofTopics(
      String name, String help, Function<TopicLag, @Nullable Long> value) {
    return ofQuery(
        Type.GAUGE,
        name,
        "records",
        BY_TOPIC,
        help,
        (query, out) -> {
          for (var topic : TopicLag.of(query.facts().lag().partitions())) {
            out.add(value.apply(topic), "" + topic.source(), topic.topic());
          }
        });
  }
}
