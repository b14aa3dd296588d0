package io.lagwatch.demo.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.demo.accuracy.SharedEnvironment.SharedExtension;
import io.lagwatch.testbed.Topics;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Transactional records count when the query's isolation level can read them. */
@ExtendWith(SharedExtension.class)
class TransactionsIT {
  private static final String DIRTY = "dirty";
  private static final String COMMITTED = SharedEnvironment.COMMITTED_TOPICS + "only";
  private static final List<String> BOTH = List.of(DIRTY, COMMITTED);

  private final SharedEnvironment environment;
  private final ProducedRecords produced;

  TransactionsIT(SharedEnvironment environment) {
    this.environment = environment;
    this.produced = environment.produced();
  }

  @Test
  void openTransactionCountsOnlyForReadUncommitted() throws IOException {
    QueryRequest dirty = QueryRequest.oneBatch("dirty", KafkaSource.subscribe(DIRTY).atMost(4));
    QueryRequest committed =
        QueryRequest.oneBatch(
            "committed", KafkaSource.subscribe(COMMITTED).atMost(4).readCommitted());
    try (Producer<byte[], byte[]> producer = environment.broker().topics().transactional("truth")) {
      for (String topic : BOTH) {
        produced.create(topic, 1);
      }
      write(producer, 10);
      producer.commitTransaction();
      ended();
      environment.start(dirty);
      environment.start(committed);
      assertThat(lag(dirty)).as("records and their marker").isEqualTo(7);
      assertThat(lag(committed)).isEqualTo(7);

      write(producer, 6);
      assertThat(lag(dirty)).isEqualTo(13);
      assertThat(lag(committed)).as("the open transaction cannot be read").isEqualTo(7);
      for (String topic : BOTH) {
        environment.broker().topics().produce(topic, 0, 3);
        produced.writtenInTransaction(topic, 0, 3);
      }
      assertThat(lag(dirty)).isEqualTo(16);
      assertThat(lag(committed)).as("nor what was written after it began").isEqualTo(7);

      producer.abortTransaction();
      ended();
      assertThat(lag(dirty)).isEqualTo(17);
      assertThat(lag(committed)).isEqualTo(17);
    }
  }

  private double lag(QueryRequest request) {
    return environment.lagIsTrue(request).value("query_lag_records");
  }

  private void write(Producer<byte[], byte[]> producer, int records) {
    producer.beginTransaction();
    for (String topic : BOTH) {
      Topics.send(producer, topic, 0, Collections.nCopies(records, "record"));
      produced.writtenInTransaction(topic, 0, records);
    }
  }

  private void ended() {
    BOTH.forEach(topic -> produced.transactionEnded(topic, 0));
  }
}
