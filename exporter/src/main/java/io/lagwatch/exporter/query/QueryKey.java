package io.lagwatch.exporter.query;

/** The two labels every series of a query carries; unique among the queries that are visible. */
public record QueryKey(String app, String query) implements Comparable<QueryKey> {
  @Override
  public int compareTo(QueryKey other) {
    int byApp = app.compareTo(other.app);
    return byApp != 0 ? byApp : query.compareTo(other.query);
  }
}
