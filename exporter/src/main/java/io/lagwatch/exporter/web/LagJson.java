package io.lagwatch.exporter.web;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Lag as the API shows it.
 *
 * <ul>
 *   <li>{@code basis}: broker, spark or none; {@code reason}: a sentence when it is none
 *   <li>{@code records}: over the known partitions; {@code seconds}: of the worst one, at least
 *       that much when {@code secondsIsLowerBound}
 *   <li>{@code partitions}, {@code partitionsUnknown}: how many there are and how many of them are
 *       in no sum; {@code rateLimitedBacklog}; {@code measuredAt}: when the oldest end used was
 *       polled
 *   <li>each partition: {@code source}, {@code topic}, {@code partition}, {@code position}, {@code
 *       end}, {@code earliest}, {@code records}, {@code seconds}, {@code secondsIsLowerBound},
 *       {@code headroom}, {@code state} (measured, not_picked_up, position_beyond_end, unknown)
 * </ul>
 */
final class LagJson {
  private LagJson() {}

  static ObjectNode of(QueryLag lag) {
    var json = Json.object().put("basis", lag.basis().label()).put("records", lag.records());
    time(json, lag.time());
    boolean countable = lag.basis() != QueryLag.Basis.NONE || !lag.partitions().isEmpty();
    return json.put("partitions", countable ? lag.partitions().size() : null)
        .put("partitionsUnknown", countable ? lag.unknown() : null)
        .put("rateLimitedBacklog", lag.rateLimitedBacklog())
        .put("measuredAt", Json.time(lag.measuredAt()))
        .put("reason", lag.reason());
  }

  static ArrayNode partitions(QueryLag lag) {
    var partitions = Json.NODES.arrayNode();
    for (var partition : lag.partitions()) {
      partitions.add(partition(partition));
    }
    return partitions;
  }

  private static ObjectNode partition(PartitionLag one) {
    var json =
        Json.object()
            .put("source", one.source())
            .put("topic", one.partition().topic())
            .put("partition", one.partition().partition())
            .put("position", one.position())
            .put("end", one.end())
            .put("earliest", one.earliest())
            .put("records", one.records());
    time(json, one.time());
    return json.put("headroom", one.headroom())
        .put("state", one.state().name().toLowerCase(Locale.ROOT));
  }

  private static void time(ObjectNode json, @Nullable TimeLag time) {
    json.put("seconds", time == null ? null : Json.seconds(time.duration()))
        .put("secondsIsLowerBound", time == null ? null : time.lowerBound());
  }
}
