package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Agents without an endpoint have no thread, so the tests need no Spark. */
class AgentHolderTest {
  private final List<DriverAgent> agents = new ArrayList<>();

  @AfterEach
  void end() {
    agents.forEach(DriverAgent::end);
  }

  @Test
  void sharesOneAgentBetweenTheListenersOfAnApplication() {
    DriverAgent first = current(null, conf("app-1"), true);
    assertThat(first.belongsTo("app-1")).isTrue();
    assertThat(current(null, conf("app-1"), true)).isSameAs(first);
    assertThat(current(null, conf("app-1"), false)).isSameAs(first);
  }

  @Test
  void keepsTheAgentOfAListenerWhileItIsOpen() {
    DriverAgent first = current(null, conf("app-1"), true);
    assertThat(current(first, null, false)).isSameAs(first);
    assertThat(current(first, conf("app-2"), true)).isSameAs(first);
  }

  @Test
  void replacesAndClosesTheAgentOfAnotherApplication() {
    DriverAgent first = current(null, conf("app-1"), true);
    DriverAgent second = current(null, conf("app-2"), true);
    assertThat(second).isNotSameAs(first);
    assertThat(first.isClosed()).isTrue();
    assertThat(second.isClosed()).isFalse();
  }

  @Test
  void createsANewAgentAfterTheEndForAStartedQueryOnly() {
    DriverAgent first = current(null, conf("app-1"), true);
    first.end();
    assertThat(first.isClosed()).isTrue();
    assertThat(current(first, conf("app-1"), false)).as("a late event").isNull();
    DriverAgent second = current(first, conf("app-1"), true);
    assertThat(second).isNotNull().isNotSameAs(first);
  }

  @Test
  void returnsNullWithoutSettings() {
    assertThat(current(null, null, true)).as("no SparkEnv either").isNull();
  }

  private DriverAgent current(DriverAgent previous, SparkConf conf, boolean isQueryStart) {
    DriverAgent agent = AgentHolder.current(previous, conf, isQueryStart);
    if (agent != null) {
      agents.add(agent);
    }
    return agent;
  }

  private static SparkConf conf(String applicationId) {
    return new SparkConf(false)
        .set("spark.app.id", applicationId)
        .set("spark.lagwatch.enabled", "false");
  }
}
