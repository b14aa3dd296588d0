package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceReaderTest {
  private static final Map<String, Object> PARAMETERS =
      Map.of(
          "bootstrap.servers", "b1:9092,b2:9092",
          "isolation.level", "read_committed",
          "sasl.jaas.config", "password=\"secret\"");

  @Test
  void readsBrokersAndIsolationOfEachKindOfSource() throws Exception {
    List<SourceBrokers> found =
        read(
            new KafkaMicroBatchStream(PARAMETERS),
            new RateStream(),
            new KafkaContinuousStream(Map.of("bootstrap.servers", "[::1]:9092")),
            new KafkaRenamed(Map.of("bootstrap.servers", "SSL://c:9093")));
    assertThat(found).extracting(source -> source.index).containsExactly(0, 2, 3);
    assertThat(found)
        .extracting(source -> source.bootstrapServers)
        .containsExactly("b1:9092,b2:9092", "[::1]:9092", "SSL://c:9093");
    assertThat(found)
        .extracting(source -> source.isolation)
        .containsExactly("read_committed", null, null);
  }

  @Test
  void countsASourceThatThePlanContainsTwiceOnce() throws Exception {
    KafkaMicroBatchStream twice = new KafkaMicroBatchStream(PARAMETERS);
    List<SourceBrokers> found = read(twice, twice, new KafkaMicroBatchStream(PARAMETERS));
    assertThat(found).extracting(source -> source.index).containsExactly(0, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "b:9092\n", "user:secret@b:9092", "b:9092;password=secret", "b=1"})
  void reportsNoValueThatIsNotAListOfAddresses(String servers) throws Exception {
    assertThat(read(new KafkaMicroBatchStream(Map.of("bootstrap.servers", servers)))).isEmpty();
  }

  @Test
  void reportsAddressesUpToALimit() throws Exception {
    String longest = "b".repeat(4_000);
    assertThat(read(new KafkaMicroBatchStream(Map.of("bootstrap.servers", longest)))).hasSize(1);
    assertThat(read(new KafkaMicroBatchStream(Map.of("bootstrap.servers", longest + "b"))))
        .isEmpty();
  }

  @Test
  void readsABoundedNumberOfSources() throws Exception {
    List<Object> sources = new ArrayList<>();
    for (int i = 0; i <= SourceReader.MAX_SOURCES; i++) {
      sources.add(new KafkaMicroBatchStream(PARAMETERS));
    }
    assertThat(read(sources.toArray())).hasSize(SourceReader.MAX_SOURCES);
  }

  @Test
  void ignoresSourcesThatItCannotRead() throws Exception {
    assertThat(
            read(
                new KafkaMicroBatchStream(null),
                new KafkaMicroBatchStream(Collections.emptyMap()),
                new KafkaMicroBatchStream(Map.of("bootstrap.servers", 9092)),
                "text"))
        .isEmpty();
  }

  private static List<SourceBrokers> read(Object... sources) throws ReflectiveOperationException {
    return SourceReader.read(new Sources(sources));
  }

  /** Like Scala's sequences. */
  public static final class Sources {
    private final List<Object> sources;

    Sources(Object... sources) {
      this.sources = Arrays.asList(sources);
    }

    public boolean isEmpty() {
      return sources.isEmpty();
    }

    public scala.collection.Iterator<Object> iterator() {
      return scala.collection.JavaConverters.asScalaIterator(sources.iterator());
    }
  }

  /** The private fields of Spark's classes of the same names. */
  @SuppressWarnings({"unused", "FieldCanBeLocal"}) // by reflection
  static final class KafkaMicroBatchStream {
    private final Map<String, Object> executorKafkaParams;

    KafkaMicroBatchStream(Map<String, Object> parameters) {
      executorKafkaParams = parameters;
    }
  }

  @SuppressWarnings("unused") // by reflection
  private static final class KafkaContinuousStream {
    private final Map<String, Object> kafkaParams;

    KafkaContinuousStream(Map<String, Object> parameters) {
      kafkaParams = parameters;
    }
  }

  @SuppressWarnings("unused") // by reflection
  private static final class KafkaRenamed {
    private static final Map<String, Object> DEFAULTS = PARAMETERS;
    private final Map<String, Object> options = Map.of();
    private final Map<String, Object> clientParameters;

    KafkaRenamed(Map<String, Object> parameters) {
      clientParameters = parameters;
    }
  }

  private static final class RateStream {}
}
