package io.lagwatch.exporter.ingest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/**
 * Decodes and checks one report. An invalid report is rejected with the name of the field. Unknown
 * fields are ignored. A query that is too large is accepted without its sources. If a key occurs
 * twice, its last value is used.
 *
 * <p>The fields that the Lagwatch listener writes are checked strictly. Spark's {@code progress} is
 * not (see {@link ProgressDecoder}). Does not throw for any input. Thread-safe and stateless.
 */
public final class ReportDecoder {
  /**
   * Maximum number of values in the tree of one report. Its upper limit is eight times the number
   * that a driver with 20 queries over 1,000 partitions sends.
   */
  private static final long MAX_NODES = ReportTree.nodesFor(Runtime.getRuntime().maxMemory());

  /** More than a body can contain. Skipped values need no memory. */
  private static final long MAX_TOKENS_READ = 20_000_000;

  private static final int MAX_DEPTH = 64;

  /**
   * An observed metric may be as long as a whole progress, and the listener sends up to 4 MB of
   * progress.
   */
  private static final int MAX_STRING = 5_000_000;

  private static final int MAX_KEY = 10_000;
  private static final int MAX_NUMBER = 100;

  private final JsonFactory json = mapper(MAX_TOKENS_READ).getFactory();
  private final ReportFields.ProgressReader progressReader;
  private final long maxNodes;

  public ReportDecoder() {
    this(ReportFields::progress, MAX_NODES);
  }

  ReportDecoder(ReportFields.ProgressReader progressReader) {
    this(progressReader, MAX_NODES);
  }

  ReportDecoder(ReportFields.ProgressReader progressReader, long maxNodes) {
    this.progressReader = progressReader;
    this.maxNodes = maxNodes;
  }

  /**
   * Returns a mapper for JSON from outside, with limits for depth, length and number of tokens. It
   * accepts {@code NaN} and {@code Infinity} without quotes, because some writers of Spark's
   * progress produce them.
   */
  public static JsonMapper mapper() {
    return mapper(2 * MAX_NODES);
  }

  private static JsonMapper mapper(long maxTokens) {
    var limits =
        StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            .maxStringLength(MAX_STRING)
            .maxNameLength(MAX_KEY)
            .maxNumberLength(MAX_NUMBER)
            .maxTokenCount(maxTokens)
            .build();
    // Keys come from outside: interned strings would stay in memory.
    var factory =
        JsonFactory.builder()
            .streamReadConstraints(limits)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();
    return JsonMapper.builder(factory)
        .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .build();
  }

  /** Decodes the body of one report, uncompressed. */
  public Decoded decode(byte[] body) {
    try (var parser = json.createParser(body)) {
      return decode(new ReportTree(parser, maxNodes).read());
    } catch (StreamConstraintsException tooMuch) {
      return refused(Refusal.LIMIT, "JSON within the limits", tooMuch);
    } catch (JsonProcessingException malformed) {
      return refused(Refusal.MALFORMED, "well-formed JSON", malformed);
    } catch (IOException notText) {
      return new Decoded.Refused(
          Refusal.MALFORMED,
          "expected well-formed JSON, found "
              + FoundValue.line(String.valueOf(notText.getMessage())),
          null);
    }
  }

  /** Decodes a report that is part of other JSON. The tree must come from {@link #mapper()}. */
  public Decoded decode(JsonNode body) {
    try {
      return new Decoded.Accepted(ReportFields.read(JsonField.root(body), progressReader));
    } catch (Refusal refusal) {
      return refusal.refused();
    }
  }

  private static Decoded.Refused refused(String code, String expected, JsonProcessingException e) {
    var at = e.getLocation();
    var where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
    var found = FoundValue.line(String.valueOf(e.getOriginalMessage()));
    return new Decoded.Refused(code, "expected " + expected + ", found: " + found + where, null);
  }
}
