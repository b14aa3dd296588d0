package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Agents without an endpoint have no thread, so the tests need no Spark. */
class AgentHolderTest {
  private final List<Agent> agents = new ArrayList<>();

  @AfterEach
  void end() {
    agents.forEach(Agent::end);
  }

  @Test
  void sharesOneAgentBetweenTheListenersOfAnApplication() {
    Agent first = current(null, conf("app-1"), true);
    assertThat(first.belongsTo("app-1")).isTrue();
    assertThat(current(null, conf("app-1"), true)).isSameAs(first);
    assertThat(current(null, conf("app-1"), false)).isSameAs(first);
  }

  @Test
  void keepsTheAgentOfAListenerWhileItIsOpen() {
    Agent first = current(null, conf("app-1"), true);
    assertThat(current(first, null, false)).isSameAs(first);
    assertThat(current(first, conf("app-2"), true)).isSameAs(first);
  }

  @Test
  void replacesAndClosesTheAgentOfAnotherApplication() {
    Agent first = current(null, conf("app-1"), true);
    Agent second = current(null, conf("app-2"), true);
    assertThat(second).isNotSameAs(first);
    assertThat(first.isClosed()).isTrue();
    assertThat(second.isClosed()).isFalse();
  }

  @Test
  void createsANewAgentAfterTheEndForAStartedQueryOnly() {
    Agent first = current(null, conf("app-1"), true);
    first.end();
    assertThat(first.isClosed()).isTrue();
    assertThat(current(first, conf("app-1"), false)).as("a late event").isNull();
    Agent second = current(first, conf("app-1"), true);
    assertThat(second).isNotNull().isNotSameAs(first);
  }

  @Test
  void returnsNullWithoutSettings() {
    assertThat(current(null, null, true)).as("no SparkEnv either").isNull();
  }

  private Agent current(Agent previous, SparkConf conf, boolean isQueryStart) {
    Agent agent = AgentHolder.current(previous, conf, isQueryStart);
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
