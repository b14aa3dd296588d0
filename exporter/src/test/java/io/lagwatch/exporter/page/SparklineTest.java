package io.lagwatch.exporter.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.history.HistoryMetric;
import io.lagwatch.exporter.history.Points;
import io.lagwatch.exporter.history.Sample;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.query.ArrivalRates;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.watch.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

class SparklineTest {
  private static final Instant NOW = Snapshots.NOW;

  @Test
  void aLineIsNeverDrawnAcrossWhatWasUnknown() {
    var points =
        points(
            second ->
                second < -1800 || second > -1200
                    ? Snapshots.lag(Snapshots.measured("t", 0, 0, 500))
                    : QueryLag.none("no broker has answered for its partitions"));

    var lines = path("line", points);

    assertThat(lines.chars().filter(c -> c == 'M')).hasSize(2);
    assertThat(path("gap", points)).contains("M");
    assertThat(words(points))
        .isEqualTo("Lag: 500 at 10:00:00, at most 500 in the last hour, unknown for 17 % of it");
  }

  @Test
  void whatWasAlwaysKnownIsOneLine() {
    var points = points(second -> Snapshots.lag(Snapshots.measured("t", 0, 0, 7200 + second)));

    assertThat(path("line", points).chars().filter(c -> c == 'M')).hasSize(1);
    assertThat(path("gap", points)).isEmpty();
    assertThat(words(points)).isEqualTo("Lag: 7,200 at 10:00:00, at most 7,200 in the last hour");
  }

  @Test
  void aYoungHistoryIsOneLineUnlessSamplesAreMissing() {
    var whole = points(-240, 15, second -> Snapshots.lag(Snapshots.measured("t", 0, 0, 500)));
    var sparse = points(-240, 60, second -> Snapshots.lag(Snapshots.measured("t", 0, 0, 500)));

    assertThat(line(whole, Duration.ofMinutes(5)).chars().filter(c -> c == 'M')).hasSize(1);
    assertThat(line(sparse, Duration.ofMinutes(5)).chars().filter(c -> c == 'M')).hasSize(5);
  }

  @Test
  void smallValuesAreDrawnNearTheBottom() {
    var points = points(second -> Snapshots.lag(Snapshots.measured("t", 0, 0, 10)));

    assertThat(path("line", points)).startsWith("M0 42L");
  }

  @Test
  void withoutAHistoryThereIsNoLine() {
    assertThat(path("line", new History().of("nobody").points())).isEmpty();
    assertThat(words(new History().of("nobody").points()))
        .isEqualTo("Lag: unknown for all of the last hour");
  }

  @Test
  void aYoungHistorySaysOfWhichTimeAShareWasUnknown() {
    var points =
        points(
            -180,
            second ->
                second < -90
                    ? QueryLag.none("no batch has ended")
                    : Snapshots.lag(Snapshots.measured("t", 0, 0, 500)));

    assertThat(words(points)).endsWith("unknown for 46 % of the time since 09:57:00");
  }

  @Test
  void beginsWithTheFirstNumberAndShowsFiveMinutesToAnHour() {
    assertThat(Sparkline.span(null, NOW)).isEqualTo(Duration.ofHours(1));
    assertThat(Sparkline.span(NOW.minusSeconds(20), NOW)).isEqualTo(Duration.ofMinutes(5));
    assertThat(Sparkline.span(NOW.minusSeconds(900), NOW)).isEqualTo(Duration.ofMinutes(15));
    assertThat(Sparkline.span(NOW.minusSeconds(9000), NOW)).isEqualTo(Duration.ofHours(1));
  }

  private static Points points(LongFunction<QueryLag> lag) {
    return points(-3600, lag);
  }

  private static Points points(int from, LongFunction<QueryLag> lag) {
    return points(from, 15, lag);
  }

  private static Points points(int from, int step, LongFunction<QueryLag> lag) {
    var history = new History();
    QueryFacts facts = Snapshots.query("shop", "tiles").facts();
    for (int second = from; second <= 0; second += step) {
      facts = Snapshots.query("shop", "tiles").lag(lag.apply(second)).facts();
      history.sample(new Sample(NOW.plusSeconds(second), facts, ArrivalRates.NONE));
    }
    return history.of(facts.identity().queryId()).points();
  }

  private static String path(String style, Points points) {
    var image =
        Sparkline.of(points, HistoryMetric.LAG_RECORDS, Duration.ofHours(1), NOW, "Lag", 100);
    return style.equals("line") ? image.line() : image.gap();
  }

  private static String line(Points points, Duration span) {
    return Sparkline.of(points, HistoryMetric.LAG_RECORDS, span, NOW, "Lag", 100).line();
  }

  private static String words(Points points) {
    return Sparkline.words(points, HistoryMetric.LAG_RECORDS, "Lag", n -> Numbers.count((long) n));
  }
}
