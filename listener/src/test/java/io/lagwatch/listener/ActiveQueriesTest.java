package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ActiveQueriesTest {
  private final FakeSession session = new FakeSession();

  @Test
  void returnsNullUntilThereIsASession() {
    AtomicInteger calls = new AtomicInteger();
    ActiveQueries queries = new ActiveQueries(() -> calls.incrementAndGet() == 1 ? null : session);
    assertThat(queries.get()).isNull();
    assertThat(queries.get()).isEmpty();
  }

  @Test
  void readsTheQueriesThatAreActiveNow() throws Exception {
    ActiveQueries queries = new ActiveQueries(() -> session);
    assertThat(queries.get()).isEmpty();
    FakeQuery query = new FakeQuery();
    session.active.put(query.runId(), query);
    assertThat(queries.get()).hasSize(1);
    assertThat(queries.get().get(0).runId()).isEqualTo(query.runId());
    session.active.clear();
    assertThat(queries.get()).isEmpty();
  }

  @Test
  void asksForASessionOnlyOnce() {
    AtomicInteger calls = new AtomicInteger();
    ActiveQueries queries =
        new ActiveQueries(
            () -> {
              calls.incrementAndGet();
              return session;
            });
    queries.get();
    queries.get();
    assertThat(calls).hasValue(1);
  }

  @Test
  void returnsNullForAnIncompatibleSpark() {
    assertThat(new ActiveQueries(() -> "no session").get()).isNull();
    ActiveQueries failing =
        new ActiveQueries(
            () -> {
              throw new NoSuchMethodError("getDefaultSession");
            });
    assertThat(failing.get()).isNull();
  }

  @Test
  void findsNoSessionWithoutSpark() {
    assertThat(ActiveQueries.anySession()).isNull();
    assertThat(new ActiveQueries().get()).isNull();
    assertThatCode(ActiveQueries::forgetInheritedSession).doesNotThrowAnyException();
  }

  /** The methods of Spark's session and of its shared state. */
  private static final class FakeSession {
    final Map<UUID, Object> active = new ConcurrentHashMap<>();

    @SuppressWarnings("unused") // by reflection
    public FakeSession sharedState() {
      return this;
    }

    @SuppressWarnings("unused") // by reflection
    public Map<UUID, Object> activeStreamingQueries() {
      return active;
    }
  }

  private static final class FakeQuery {
    private final UUID runId = UUID.randomUUID();

    public UUID runId() {
      return runId;
    }
  }
}
