package io.lagwatch.exporter.watch;

/**
 * Why a query currently has no values: the exporter failed while it processed this query.
 * Immutable.
 *
 * @param stage the step that failed
 * @param exceptionClass simple name of the exception
 */
public record EvaluationFailure(QueryGuard.Stage stage, String exceptionClass) {
  static EvaluationFailure of(QueryGuard.Stage stage, Throwable cause) {
    return new EvaluationFailure(stage, cause.getClass().getSimpleName());
  }

  /** Returns the text that every output shows for such a query. */
  public String text() {
    return "evaluation failed: " + exceptionClass + " in " + stage.label();
  }
}
