package io.lagwatch.exporter.ingest;

import io.lagwatch.exporter.lag.ReportedBrokers;
import io.lagwatch.exporter.text.Secrets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads which Kafka brokers the sources of a query read. Listeners before 0.2 do not report it. */
public final class SourceFields {
  private static final int MAX_SOURCES = 1_000;
  private static final int MAX_ADDRESSES = 4_000;

  /** A value with other characters is no list of addresses, and may hold credentials. */
  private static final Pattern ADDRESSES = Pattern.compile("[A-Za-z0-9._:/%\\[\\],\\- ]+");

  private static final Set<String> ISOLATIONS = Set.of("read_committed", "read_uncommitted");

  private SourceFields() {}

  /** The brokers of each source by its index; a source is absent if they are not known. */
  static Map<Integer, ReportedBrokers> read(JsonField list, @Nullable String driverHost)
      throws Refusal {
    var brokers = new TreeMap<Integer, ReportedBrokers>();
    if (list.absent()) {
      return brokers;
    }
    for (var item : list.items(MAX_SOURCES)) {
      var source = item.object();
      int index = (int) source.field("index").wholeNumber(MAX_SOURCES);
      var servers = source.field("bootstrapServers").textOrNull(MAX_ADDRESSES);
      var isolation = source.field("isolation").textOrNull(MAX_ADDRESSES);
      if (servers != null && isAddresses(servers)) {
        brokers.put(
            index,
            new ReportedBrokers(
                servers,
                isolation != null && ISOLATIONS.contains(isolation) ? isolation : null,
                driverHost));
      }
    }
    return brokers;
  }

  /** Whether a text holds nothing but addresses, and so no credentials. */
  public static boolean isAddresses(String servers) {
    return ADDRESSES.matcher(servers).matches() && Secrets.masked(servers).equals(servers);
  }
}
