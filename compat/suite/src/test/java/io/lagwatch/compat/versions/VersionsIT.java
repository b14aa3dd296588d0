package io.lagwatch.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.compat.environment.CompatEnvironment;
import io.lagwatch.compat.environment.Jdk;
import io.lagwatch.compat.environment.SparkBuild;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tests that run with every version. {@code -Dcompat.spark=3.5,4.2} runs some versions; {@code
 * 4.2-java25} is the newest version on Java 25. Tests that end the driver run last, which saves
 * time.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("sparks")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith({CompatEnvironment.CompatExtension.class, ResultRecorder.class})
class VersionsIT implements CountChecks, LifecycleChecks, VersionDifferenceChecks, IsolationChecks {
  private static final String ON_JAVA_25 = "4.2-java25";
  private static final VersionTable TABLE = new VersionTable();

  @Parameter private SparkBuild spark;
  private @Nullable VersionRun run;

  static List<SparkBuild> sparks() {
    List<SparkBuild> sparks = new ArrayList<>(SparkBuild.all());
    if (SparkBuild.isWanted(ON_JAVA_25)) {
      sparks.add(SparkBuild.of("4.2").on(Jdk.of(25)));
    }
    return sparks;
  }

  @Override
  public VersionRun run() {
    return Objects.requireNonNull(run);
  }

  @BeforeParameterizedClassInvocation
  void begin(SparkBuild version, CompatEnvironment environment) throws IOException {
    run = null;
    assertThat(version.java().isThere())
        .as(() -> "Java " + version.java().feature() + " in " + version.java().home())
        .isTrue();
    run = new VersionRun(version, environment);
  }

  @AfterParameterizedClassInvocation
  void end() throws IOException {
    if (run == null) {
      return;
    }
    run.close();
    System.out.println(run.results.line());
    boolean last =
        SparkBuild.isEverythingWanted() && spark.equals(sparks().get(sparks().size() - 1));
    TABLE.add(run.results, last);
  }
}
