package io.lagwatch.compat.versions;

import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;
import org.junit.platform.commons.support.AnnotationSupport;

/** Records which checks of a version have passed. */
final class ResultRecorder implements TestWatcher {
  @Override
  public void testSuccessful(ExtensionContext context) {
    record(context, true);
  }

  @Override
  public void testFailed(ExtensionContext context, Throwable cause) {
    record(context, false);
  }

  @Override
  public void testAborted(ExtensionContext context, Throwable cause) {
    record(context, false);
  }

  private static void record(ExtensionContext context, boolean passed) {
    VersionResults row = ((VersionsIT) context.getRequiredTestInstance()).run().results;
    Optional<Verifies> shows =
        AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), Verifies.class);
    for (VersionCheck check : shows.orElseThrow().value()) {
      row.ended(check, passed);
    }
  }
}
