package io.lagwatch.exporter.query;

/** The two labels of every time series of a query, unique among the visible queries. Immutable. */
public record QueryKey(String app, String query) implements Comparable<QueryKey> {
  @Override
  public int compareTo(QueryKey other) {
    int byApp = app.compareTo(other.app);
    return byApp != 0 ? byApp : query.compareTo(other.query);
  }
}
