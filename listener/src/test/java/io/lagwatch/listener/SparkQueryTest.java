package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.apache.spark.sql.streaming.StreamingQueryStatus;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import scala.Option;

class SparkQueryTest {
  private final FakeExecution execution = new FakeExecution();
  private final SparkQuery query = new SparkQuery(execution);

  @Test
  void readsTheValuesOfTheExecution() throws Exception {
    execution.lastProgress = Events.batch(execution.runId, 3, 1, 10);
    assertThat(query.id()).isEqualTo(execution.id);
    assertThat(query.runId()).isEqualTo(execution.runId);
    assertThat(query.name()).isEqualTo("orders");
    assertThat(query.checkpoint()).isEqualTo("file:/checkpoint");
    assertThat(query.lastProgress()).isSameAs(execution.lastProgress);
  }

  @Test
  void returnsNullForValuesThatAreNotKnownYet() throws Exception {
    execution.name = null;
    execution.checkpoint = null;
    assertThat(query.name()).isNull();
    assertThat(query.checkpoint()).isNull();
    assertThat(query.lastProgress()).isNull();
    assertThat(query.failure()).isNull();
  }

  static Stream<Arguments> triggers() {
    return Stream.of(
        Arguments.of(Trigger.ProcessingTime("10 seconds"), "ProcessingTime", 10_000L),
        Arguments.of(Trigger.ProcessingTime(0), "ProcessingTime", 0L),
        Arguments.of(Trigger.Continuous("2 seconds"), "Continuous", 2_000L),
        Arguments.of(Trigger.AvailableNow(), "AvailableNow", null),
        Arguments.of(onceTrigger(), "Once", null),
        Arguments.of(new RealTimeTrigger(), "RealTime", 300_000L));
  }

  @ParameterizedTest
  @MethodSource("triggers")
  void readsTypeAndIntervalOfTheTrigger(Object trigger, String type, Long intervalMillis)
      throws Exception {
    execution.trigger = trigger;
    assertThat(query.trigger().type).isEqualTo(type);
    assertThat(query.trigger().intervalMillis).isEqualTo(intervalMillis);
    assertThat(query.trigger().hasBatches()).isEqualTo(!type.equals("Continuous"));
  }

  @Test
  void returnsNullForAnUnknownTrigger() throws Exception {
    execution.trigger = "a trigger of a later Spark";
    assertThat(query.trigger()).isNull();
  }

  @Test
  void readsTheSourcesOnceSparkHasCreatedThem() throws Exception {
    assertThat(query.sources()).isNull();
    execution.sources =
        new SourceReaderTest.Sources(
            new SourceReaderTest.KafkaMicroBatchStream(Map.of("bootstrap.servers", "b:9092")));
    List<SourceBrokers> read = query.sources();
    assertThat(read).extracting(source -> source.bootstrapServers).containsExactly("b:9092");
    assertThat(query.sources()).as("the same sources").isSameAs(read);
  }

  @Test
  void readsWhetherATriggerIsActive() throws Exception {
    assertThat(query.isTriggerActive()).isFalse();
    execution.status = new StreamingQueryStatus("Processing new data", true, true);
    assertThat(query.isTriggerActive()).isTrue();
  }

  @Test
  void readsTheCauseOfTheFailure() throws Exception {
    execution.exception = Option.apply(new IllegalStateException("outer"));
    assertThat(query.failure()).isEqualTo("java.lang.IllegalStateException: outer");
    execution.exception =
        Option.apply(new IllegalStateException("outer", new ArithmeticException("/ by zero")));
    assertThat(query.failure()).isEqualTo("java.lang.ArithmeticException: / by zero");
  }

  @Test
  void throwsAReflectiveExceptionForAnIncompatibleSpark() {
    execution.trigger = null;
    assertThatThrownBy(query::trigger)
        .isInstanceOf(NoSuchMethodException.class)
        .hasMessage("trigger returned null");
    SparkQuery incompatible = new SparkQuery("not an execution");
    assertThatThrownBy(incompatible::runId).isInstanceOf(NoSuchMethodException.class);
    assertThatThrownBy(incompatible::checkpoint).isInstanceOf(NoSuchMethodException.class);
  }

  @SuppressWarnings("deprecation") // Spark deprecates it but still accepts it.
  private static Trigger onceTrigger() {
    return Trigger.Once();
  }

  /** The methods of Spark's StreamExecution. */
  @SuppressWarnings("unused") // by reflection
  private static final class FakeExecution {
    final UUID id = UUID.randomUUID();
    final UUID runId = UUID.randomUUID();
    String name = "orders";
    String checkpoint = "file:/checkpoint";
    Object trigger = Trigger.ProcessingTime(0);
    StreamingQueryStatus status = new StreamingQueryStatus("Waiting", false, false);
    StreamingQueryProgress lastProgress;
    Option<?> exception = Option.empty();
    Object sources = new SourceReaderTest.Sources();

    public UUID id() {
      return id;
    }

    public UUID runId() {
      return runId;
    }

    public String name() {
      return name;
    }

    public String resolvedCheckpointRoot() {
      return checkpoint;
    }

    public Object trigger() {
      return trigger;
    }

    public StreamingQueryStatus status() {
      return status;
    }

    public StreamingQueryProgress lastProgress() {
      return lastProgress;
    }

    public Object sources() {
      return sources;
    }

    public Option<?> exception() {
      return exception;
    }
  }
}

/** The method of the class of the same name since Spark 4.1. */
final class RealTimeTrigger {
  public long batchDurationMs() {
    return 300_000;
  }
}
