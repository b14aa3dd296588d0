package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SparkApplicationIT {
  private SparkSession spark;

  @AfterEach
  void stop() {
    if (spark != null) {
      spark.stop();
    }
  }

  @Test
  void readsTheRunningApplication() {
    spark = LocalSpark.startBare();
    SparkApplication application = SparkApplication.find();
    assertThat(application).isNotNull();
    assertThat(application.id()).isEqualTo(spark.sparkContext().applicationId());
    assertThat(application.name()).isEqualTo("listener-test");
    assertThat(application.sparkVersion()).isEqualTo(spark.version());
    assertThat(application.host()).isEqualTo("127.0.0.1");
    assertThat(application.isStopped()).isFalse();
    assertThat(application.isShutDown()).isFalse();
  }

  @Test
  void findsTheApplicationWithoutASession() {
    spark = LocalSpark.startBare();
    SparkSession.clearDefaultSession();
    SparkSession.clearActiveSession();
    assertThat(SparkApplication.find().id()).isEqualTo(spark.sparkContext().applicationId());
  }

  @Test
  void findsNoApplicationAfterTheStop() {
    spark = LocalSpark.startBare();
    SparkApplication application = SparkApplication.find();
    spark.stop();
    assertThat(application.isStopped()).isTrue();
    assertThat(application.isShutDown()).isTrue();
    assertThat(SparkApplication.find()).isNull();
  }

  @Test
  void runsTheWorkOnceBeforeTheStopReturns() {
    spark = LocalSpark.startBare();
    AtomicInteger calls = new AtomicInteger();
    SparkApplication application = SparkApplication.find();
    application.onEnd(
        () -> {
          assertThat(application.isStopped()).isTrue();
          assertThat(application.isShutDown()).as("events are still delivered").isFalse();
          calls.incrementAndGet();
        });
    spark.stop();
    assertThat(calls).hasValue(1);
  }

  @Test
  void stopsNormallyWhenTheWorkFails() {
    spark = LocalSpark.startBare();
    SparkApplication.find()
        .onEnd(
            () -> {
              throw new NoClassDefFoundError("missing");
            });
    try (LogLines log = new LogLines()) {
      spark.stop();
      assertThat(log.messages)
          .containsExactly(
              "WARN Lagwatch: could not send the final report; the application is not affected");
    }
    assertThat(spark.sparkContext().isStopped()).isTrue();
  }
}
