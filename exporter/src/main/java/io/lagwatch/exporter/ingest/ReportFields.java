package io.lagwatch.exporter.ingest;

import io.lagwatch.exporter.ingest.Report.QueryReport;
import io.lagwatch.exporter.ingest.Report.Trigger;
import io.lagwatch.exporter.text.Secrets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the fields of protocol version 1. */
final class ReportFields {
  private static final long PROTOCOL = 1;
  private static final int MAX_QUERIES = 1_000;
  private static final int MAX_PARTITIONS = 100_000;
  private static final int MAX_NAME = 1_000;
  private static final int MAX_PATH = 4_000;
  private static final int MAX_ERROR = 500;

  /** Secrets are longer than the mask; but not all of a text of megabytes is masked. */
  private static final int MASKED_PER_CHARACTER = 4;

  private static final long TEN_YEARS_MS = Duration.ofDays(3_650).toMillis();

  private ReportFields() {}

  /** Decodes the progress of one query; a parameter so that tests can make it fail. */
  @FunctionalInterface
  interface ProgressReader {
    DecodedProgress read(JsonField progress) throws Refusal;
  }

  static Report read(JsonField body, ProgressReader progressReader) throws Refusal {
    var root = body.object();
    protocol(root.field("protocol"));
    var sentAt = root.field("sentAt").instant();
    var agent = agent(root.field("agent").object());
    var app = app(root.field("app").object());
    var queries = new ArrayList<QueryReport>();
    var undecoded = new ArrayList<Report.UndecodedQuery>();
    queries(root.field("queries"), app.host(), progressReader, queries, undecoded);
    return new Report(sentAt, agent, app, queries, undecoded);
  }

  private static void protocol(JsonField version) throws Refusal {
    version.required("" + PROTOCOL);
    if (!version.node().isIntegralNumber()
        || !version.node().canConvertToLong()
        || version.node().longValue() != PROTOCOL) {
      throw Refusal.of(
          Refusal.PROTOCOL,
          version.path(),
          "report protocol " + PROTOCOL,
          FoundValue.of(version.node())
              + "; if the listener is newer than the exporter, upgrade the exporter first");
    }
  }

  private static Report.Agent agent(JsonField agent) throws Refusal {
    Long heartbeat = agent.field("heartbeatMs").wholeNumberOrNull(TEN_YEARS_MS);
    return new Report.Agent(
        agent.field("instance").id(),
        agent.field("version").textOrNull(MAX_NAME),
        heartbeat == null ? null : Duration.ofMillis(heartbeat),
        agent.field("reportsFailed").wholeNumberOrNull(TotalsFields.MAX_TOTAL));
  }

  private static Report.App app(JsonField app) throws Refusal {
    var id = app.field("id").id();
    var name = app.field("name").text(MAX_NAME);
    return new Report.App(
        id,
        // Spark accepts an empty name. In Prometheus an empty label is the same as no label.
        name.isEmpty() ? id : name,
        app.field("sparkVersion").textOrNull(MAX_NAME),
        app.field("host").textOrNull(MAX_NAME));
  }

  private static void queries(
      JsonField list,
      @Nullable String host,
      ProgressReader progressReader,
      List<QueryReport> queries,
      List<Report.UndecodedQuery> undecoded)
      throws Refusal {
    if (list.absent()) {
      return;
    }
    var seen = new HashSet<List<String>>();
    int partitions = 0;
    for (var item : list.items(MAX_QUERIES)) {
      QueryReport query;
      try {
        query = query(item.object(), host, progressReader);
      } catch (RuntimeException bug) {
        undecoded.add(new Report.UndecodedQuery(item.object().field("id").id(), bug));
        continue;
      }
      if (!seen.add(List.of(query.id(), query.runId()))) {
        throw Refusal.of(
            Refusal.INVALID,
            item.field("runId").path(),
            "each run of a query once",
            FoundValue.quoted(query.runId()) + " again");
      }
      int added = partitions(query.progress());
      if (partitions + added > MAX_PARTITIONS) {
        query =
            query.withoutMeasurement(
                "not measured: a report may have " + MAX_PARTITIONS + " partitions in total");
      } else {
        partitions += added;
      }
      queries.add(query);
    }
  }

  private static int partitions(@Nullable Progress progress) {
    return progress == null
        ? 0
        : progress.sources().stream().mapToInt(Progress.Source::partitions).sum();
  }

  private static QueryReport query(
      JsonField query, @Nullable String host, ProgressReader progressReader) throws Refusal {
    var name = query.field("name").textOrNull(MAX_NAME);
    var progress = query.field("progress");
    String exceeded = ProgressLimits.exceeded(progress);
    DecodedProgress decoded =
        progressReader.read(exceeded == null ? progress : ProgressLimits.withoutParts(progress));
    var report =
        new QueryReport(
                query.field("id").id(),
                query.field("runId").id(),
                name == null || name.isEmpty() ? null : name,
                status(query.field("status")),
                query.field("startedAt").instant(),
                query.field("endedAt").instantOrNull(),
                error(query.field("error")),
                trigger(query.field("trigger")),
                masked(query.field("checkpoint").textOrNull(MAX_PATH)),
                query.field("lastEventAt").instant(),
                query.field("lastInputAt").instantOrNull(),
                query.field("idle").flag(),
                query.field("batchInFlightSince").instantOrNull(),
                TotalsFields.read(query.field("totals").object()),
                decoded.progress())
            .withBrokers(SourceFields.read(query.field("sources"), host))
            .withInvalidFields(exceeded == null ? decoded.invalid() : InvalidFields.NONE);
    return exceeded == null ? report : report.withoutMeasurement(exceeded);
  }

  private static Report.Status status(JsonField status) throws Refusal {
    var expected = "RUNNING, STOPPED or FAILED";
    status.required(expected);
    for (var known : Report.Status.values()) {
      if (status.node().isTextual() && known.name().equals(status.node().textValue())) {
        return known;
      }
    }
    throw Refusal.invalid(status.path(), expected, status.node());
  }

  private static Report.@Nullable QueryError error(JsonField error) throws Refusal {
    if (error.absent()) {
      return null;
    }
    error.object();
    return new Report.QueryError(
        errorText(error.field("class")), errorText(error.field("message")));
  }

  private static @Nullable String masked(@Nullable String text) {
    return text == null ? null : Secrets.masked(text);
  }

  /**
   * Returns the start of the first line. Exception texts can have 10 KB, so they are cut and not
   * rejected.
   */
  private static @Nullable String errorText(JsonField text) throws Refusal {
    if (text.absent()) {
      return null;
    }
    if (!text.node().isTextual()) {
      throw Refusal.invalid(text.path(), "text", text.node());
    }
    // Masked before it is cut: half a secret is not recognized.
    var piece = Texts.firstLine(text.node().textValue(), MASKED_PER_CHARACTER * MAX_ERROR);
    return Texts.firstLine(Secrets.masked(piece), MAX_ERROR);
  }

  /** Returns the trigger; null also for a type that this version does not support. */
  private static @Nullable Trigger trigger(JsonField trigger) throws Refusal {
    if (trigger.absent()) {
      return null;
    }
    trigger.object();
    var name = trigger.field("type").textOrNull(MAX_NAME);
    var interval = trigger.field("intervalMs").wholeNumberOrNull(TEN_YEARS_MS);
    return Arrays.stream(Trigger.Type.values())
        .filter(type -> type.wireName().equals(name))
        .findFirst()
        .map(type -> new Trigger(type, interval == null ? null : Duration.ofMillis(interval)))
        .orElse(null);
  }

  static DecodedProgress progress(JsonField progress) throws Refusal {
    return progress.absent()
        ? DecodedProgress.NONE
        : ProgressDecoder.decodeFields(progress.object().node());
  }
}
