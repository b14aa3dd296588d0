package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ExitHookTest {
  @Test
  void isRegisteredUntilItIsRemoved() {
    AtomicBoolean hasRun = new AtomicBoolean();
    ExitHook hook = ExitHook.add(() -> hasRun.set(true));
    assertThat(hook.remove()).as("was registered").isTrue();
    assertThat(hook.remove()).as("is registered").isFalse();
    assertThat(hasRun).isFalse();
  }
}
