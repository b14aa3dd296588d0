package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SpansTest {
  private static final Instant START = Instant.parse("2027-05-06T10:00:00Z");

  private final Spans spans = new Spans(Duration.ofSeconds(60));

  private void seen(String why, long second) {
    spans.seen(why, START.plusSeconds(second));
  }

  @Test
  void aTimeLastsUntilTheConditionIsSeenToBeFalse() {
    seen("", 0);
    seen("", 30);
    seen(null, 70);
    seen(null, 200);

    assertThat(spans.longest())
        .singleElement()
        .extracting(Spans.Span::duration)
        .isEqualTo(Duration.ofSeconds(70));
  }

  @Test
  void anotherReasonIsAnotherTime() {
    seen("a", 0);
    seen("b", 60);
    seen("b", 130);
    spans.end();

    assertThat(spans.longest()).extracting(Spans.Span::reason).containsExactly("a", "b");
    assertThat(spans.total()).isEqualTo(Duration.ofSeconds(130));
  }

  @Test
  void shorterTimesDoNotCount() {
    seen("", 0);
    seen(null, 59);
    seen("", 100);
    seen(null, 160);

    assertThat(spans.count()).isEqualTo(1);
  }

  @Test
  void keepsTheLongestAndCountsAll() {
    for (int i = 0; i < 10; i++) {
      seen("", 1_000L * i);
      seen(null, 1_000L * i + 100 + i);
    }

    assertThat(spans.count()).isEqualTo(10);
    assertThat(spans.longest())
        .extracting(span -> span.duration().toSeconds())
        .containsExactly(107L, 108L, 109L);
  }
}
