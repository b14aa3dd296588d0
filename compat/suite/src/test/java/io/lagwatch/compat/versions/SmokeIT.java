package io.lagwatch.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.compat.stage.Application;
import io.lagwatch.compat.stage.CompatStage;
import io.lagwatch.compat.stage.Driver;
import io.lagwatch.compat.stage.Query;
import io.lagwatch.compat.stage.SparkBuild;
import io.lagwatch.demo.truth.Ledger;
import io.lagwatch.demo.truth.Source;
import io.lagwatch.demo.truth.TrueLag;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The lag is the truth in every Spark, and its end leaves no thread of ours. */
@ExtendWith(CompatStage.Shared.class)
class SmokeIT {
  static List<SparkBuild> sparks() {
    return SparkBuild.all();
  }

  @ParameterizedTest
  @MethodSource("sparks")
  void knowsTheLag(SparkBuild spark, CompatStage stage) throws Exception {
    String app = "smoke-" + spark.module();
    Ledger ledger = stage.ledger();
    ledger.create(app, 2);
    ledger.produce(app, 0, 10);
    Source source = Source.subscribe(app);
    try (Driver driver =
        Driver.start(
            Application.of(spark, app).reportingTo(stage.exporter().base()),
            stage.bootstrapServers(),
            stage.folder(app))) {
      driver.start(Query.plain("a").trigger("1 second").reading(source.atMost(4)));
      new TrueLag(stage.exporter(), app, ledger)
          .await("a", List.of(source), driver.checkpoint("a"), Duration.ofSeconds(60));
      driver.stop("a");
      assertThat(driver.stopContext()).isLessThan(Duration.ofSeconds(10));
      assertThat(driver.threads()).noneMatch(name -> name.startsWith("lagwatch"));
    }
  }
}
