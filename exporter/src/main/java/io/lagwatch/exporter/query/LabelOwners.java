package io.lagwatch.exporter.query;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps labels to queries. Each pair of labels belongs to at most one query. Not thread-safe. */
final class LabelOwners {
  private static final int SHORT_ID = 8;

  private final Map<QueryKey, String> queryIds = new HashMap<>();

  /** Returns the id of the query with these labels; null if there is none. */
  @Nullable String owner(QueryKey key) {
    return queryIds.get(key);
  }

  void assign(QueryKey key, String queryId) {
    queryIds.put(key, queryId);
  }

  /** Releases the labels if they belong to this query. */
  void release(QueryKey key, String queryId) {
    queryIds.remove(key, queryId);
  }

  /** Returns unused labels for a query whose preferred labels belong to another query. */
  QueryKey suffixed(QueryKey preferred, String queryId) {
    String shortId = queryId.substring(0, Math.min(SHORT_ID, queryId.length()));
    QueryKey key = new QueryKey(preferred.app(), preferred.query() + "~" + shortId);
    // Another query can have the suffixed name as its own name.
    for (int n = 1; queryIds.containsKey(key); n++) {
      String number = n == 1 ? "" : "~" + n;
      key = new QueryKey(preferred.app(), preferred.query() + "~" + queryId + number);
    }
    return key;
  }
}
