package io.lagwatch.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.compat.environment.Application;
import io.lagwatch.compat.environment.CompatEnvironment;
import io.lagwatch.compat.environment.SparkBuild;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Spark 3 needs one {@code --add-opens} option on Java 17, which {@code spark-submit} sets. The
 * listener needs none: in all other tests, drivers of Spark 3 have only this option and those of
 * Spark 4 have none.
 */
@ExtendWith(CompatEnvironment.CompatExtension.class)
class JavaOptionsIT {
  static List<SparkBuild> sparks() {
    return SparkBuild.all().stream().filter(spark -> !spark.isAtLeast(4, 0)).toList();
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("sparks")
  void sparkItselfDoesNotStartWithoutTheOption(SparkBuild spark, CompatEnvironment environment)
      throws IOException {
    Path folder = environment.folder("closed-" + spark.module());
    try (OwnedProcess driver =
        Application.of(spark, "closed")
            .reportingTo(environment.exporter().base())
            .closed()
            .start(folder, "QueryServer", "0", "", folder.toString())) {
      assertThat(driver.await(Duration.ofSeconds(90))).isNotZero();
      assertThat(Files.readString(driver.log()))
          .contains("IllegalAccessError", "sun.nio.ch")
          .doesNotContain("io.lagwatch.listener", "Lagwatch:");
    }
  }
}
