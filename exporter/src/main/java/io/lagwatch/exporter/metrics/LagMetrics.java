package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.Metric.flag;
import static io.lagwatch.exporter.metrics.Metric.gauge;
import static io.lagwatch.exporter.metrics.Metric.ofQuery;
import static io.lagwatch.exporter.metrics.Metric.seconds;
import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.GAUGE;

import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.SourceRoute;
import io.lagwatch.exporter.watch.InputView;
import io.lagwatch.exporter.watch.QueryView;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The metrics of the lag, per query and per topic. */
final class LagMetrics {
  private static final List<String> BY_TOPIC = List.of("source", "topic");

  static final List<Metric<QueryView>> ALL =
      List.of(
          gauge(
              "spark_streaming_query_lag_records",
              "records",
              "Records between the query's position and the end offset, summed over the partitions"
                  + " with known lag; absent if there are none. Only Kafka sources count.",
              query -> query.lag().records()),
          gauge(
              "spark_streaming_query_lag_seconds",
              "seconds",
              "Age of the oldest unread record: the time since the end offset equalled the"
                  + " position, in the worst partition of the query.",
              query -> {
                var time = query.lag().time();
                return time == null ? null : seconds(time.duration());
              }),
          gauge(
              "spark_streaming_query_lag_seconds_is_lower_bound",
              "",
              "1 if the true lag may be more than spark_streaming_query_lag_seconds, else 0.",
              query -> {
                var time = query.lag().time();
                return time == null ? null : flag(time.lowerBound());
              }),
          gauge(
              "spark_streaming_query_partitions",
              "partitions",
              "Partitions that the query reads or has not picked up yet; absent if unknown.",
              query -> query.lag().measurement().count()),
          gauge(
              "spark_streaming_query_partitions_unknown",
              "partitions",
              "Partitions with unknown lag, which are not included in any sum.",
              query -> query.lag().measurement().unknown()),
          ofQuery(
              GAUGE,
              "spark_streaming_query_lag_basis",
              "",
              List.of("basis"),
              "1 for the origin of the end offsets, 0 for the others: broker (polled, independent"
                  + " of the query), spark (updated by each batch), none (lag is unknown, as always"
                  + " in continuous processing and without a Kafka source).",
              (query, out) -> {
                for (var basis : QueryLag.Basis.values()) {
                  out.add(flag(basis == query.lag().basis()), basis.label());
                }
              }),
          gauge(
              "spark_streaming_rate_limited_backlog_records",
              "records",
              "Records excluded by the rate limit when the last batch was planned.",
              query -> query.lag().measurement().rateLimitedBacklog()),
          ofTopics(
              "spark_streaming_topic_lag_records",
              "Lag of the topic's partitions with known lag; absent if there are none.",
              TopicLag::records),
          ofTopics(
              "spark_streaming_retention_headroom_records",
              "Smallest distance from the earliest offset to the position over the topic's"
                  + " partitions; negative if unread records were deleted.",
              TopicLag::headroom),
          ofQuery(
              GAUGE,
              "spark_streaming_retention_headroom_seconds",
              "seconds",
              BY_TOPIC,
              "Time until Kafka may delete the topic's oldest unread record, at the earliest:"
                  + " retention.ms minus its age; negative if it was deleted. Absent if"
                  + " the broker does not report retention.ms.",
              (query, out) ->
                  query
                      .lag()
                      .outlook()
                      .timeHeadroom()
                      .forEach(
                          (topic, left) ->
                              out.add(seconds(left), "" + topic.source(), topic.topic()))),
          ofTopics(
              "spark_streaming_records_lost_to_retention",
              "Records between the position and the earliest offset, which were deleted before the"
                  + " query read them.",
              TopicLag::lost),
          ofQuery(
              GAUGE,
              "spark_streaming_topic_arrival_records_per_second",
              "",
              List.of("topic", "kafka"),
              "Records per second added to the topic, measured over the last polls.",
              (query, out) ->
                  query
                      .rates()
                      .arrivalByTopic()
                      .forEach((topic, rate) -> out.add(rate, topic.topic(), topic.cluster()))),
          ofQuery(
              GAUGE,
              "spark_streaming_source_info",
              "",
              List.of("source", "kafka", "routed_by"),
              "1 for each Kafka source. Label kafka is the cluster that the source reads, empty"
                  + " while it is not determined; routed_by says how it was determined: setting,"
                  + " address, topic, ambiguous or unmatched.",
              (query, out) -> query.sources().forEach(source -> sourceInfo(source, out))));

  private LagMetrics() {}

  private static void sourceInfo(InputView.SourceView source, Metric.PointWriter out) {
    SourceRoute route = source.route();
    if (route != null) {
      String cluster = route.cluster() == null ? "" : route.cluster();
      out.add(1, "" + source.index(), cluster, route.routedBy().label());
    }
  }

  private static Metric<QueryView> ofTopics(
      String name, String help, Function<TopicLag, @Nullable Long> value) {
    return ofQuery(
        GAUGE,
        name,
        "records",
        BY_TOPIC,
        help,
        (query, out) -> {
          for (var topic : TopicLag.of(query.lag().partitions())) {
            out.add(value.apply(topic), "" + topic.source(), topic.topic());
          }
        });
  }
}
