package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueryFailureTest {
  @Test
  void readsClassAndFirstLineOfAStackTrace() {
    QueryFailure failure =
        QueryFailure.parse("org.apache.spark.SparkException: Job aborted: x\n\tat a.B\n");
    assertThat(failure.type).isEqualTo("org.apache.spark.SparkException");
    assertThat(failure.message).isEqualTo("Job aborted: x");
  }

  @Test
  void readsAnExceptionWithoutAMessage() {
    QueryFailure failure = QueryFailure.parse("java.lang.NullPointerException\r\n\tat a.B");
    assertThat(failure.type).isEqualTo("java.lang.NullPointerException");
    assertThat(failure.message).isNull();
  }

  /** The exception of Spark 4.1.0 to 4.1.2 in a replayed batch (SPARK-55271). */
  @Test
  void readsAMessageThatQuotesMethods() {
    QueryFailure failure =
        QueryFailure.parse(
            "java.lang.NullPointerException: Cannot invoke \"scala.collection.IterableOps.map("
                + "scala.Function1)\" because the return value of \"scala.Option.get()\" is null\n"
                + "\tat org.apache.spark.sql.kafka010.KafkaMicroBatchStream$.metrics("
                + "KafkaMicroBatchStream.scala:520)\n");
    assertThat(failure.type).isEqualTo("java.lang.NullPointerException");
    assertThat(failure.message)
        .startsWith("Cannot invoke \"scala.collection.IterableOps.map(scala.Function1)\"")
        .endsWith("is null");
  }

  @Test
  void keepsATextInAnUnknownFormat() {
    QueryFailure failure = QueryFailure.parse("it went wrong: badly");
    assertThat(failure.type).isNull();
    assertThat(failure.message).isEqualTo("it went wrong: badly");
  }

  @Test
  void truncatesAtFiveHundredCharactersButNotInsideASurrogatePair() {
    QueryFailure failure = QueryFailure.parse("a.B: " + "x".repeat(499) + "\uD83D\uDE80 tail");
    assertThat(failure.message).isEqualTo("x".repeat(499));
    assertThat(QueryFailure.parse("y".repeat(100_000)).message).hasSize(500);
  }
}
