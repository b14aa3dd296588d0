package io.lagwatch.exporter.query;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which query has which labels: at most one query at a time. Not thread-safe. */
final class LabelOwners {
  private static final int SHORT_ID = 8;

  private final Map<QueryKey, String> queryIds = new HashMap<>();

  /** The id of the query with these labels; null when there is none. */
  @Nullable String owner(QueryKey key) {
    return queryIds.get(key);
  }

  void assign(QueryKey key, String queryId) {
    queryIds.put(key, queryId);
  }

  /** Frees labels, unless another query has them. */
  void release(QueryKey key, String queryId) {
    queryIds.remove(key, queryId);
  }

  /** Free labels for a query whose preferred ones another query has. */
  QueryKey suffixed(QueryKey preferred, String queryId) {
    String shortId = queryId.substring(0, Math.min(SHORT_ID, queryId.length()));
    QueryKey key = new QueryKey(preferred.app(), preferred.query() + "~" + shortId);
    // A query can have any name, also one that is the suffixed name of another query.
    for (int n = 1; queryIds.containsKey(key); n++) {
      String number = n == 1 ? "" : "~" + n;
      key = new QueryKey(preferred.app(), preferred.query() + "~" + queryId + number);
    }
    return key;
  }
}
