package io.lagwatch.exporter.web;

import io.lagwatch.exporter.watch.IdentityView;
import org.jspecify.annotations.Nullable;

/**
 * The labels and ids of a query. Immutable.
 *
 * @param app the label {@code app}
 * @param query the label {@code query}. Both labels together identify the query in the API
 */
record IdentityDocument(
    String app,
    String query,
    String id,
    String runId,
    @Nullable String name,
    @Nullable String checkpoint,
    Application application) {

  /** The Spark application of the query. */
  record Application(
      String id, String name, @Nullable String sparkVersion, @Nullable String host) {}

  static IdentityDocument of(IdentityView identity) {
    var application = identity.application();
    return new IdentityDocument(
        identity.key().app(),
        identity.key().query(),
        identity.queryId(),
        identity.runId(),
        identity.name(),
        identity.checkpoint(),
        new Application(
            application.id(), application.name(), application.sparkVersion(), application.host()));
  }
}
