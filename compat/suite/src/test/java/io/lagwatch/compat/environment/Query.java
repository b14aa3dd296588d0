package io.lagwatch.compat.environment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.demo.accuracy.KafkaSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A query to be started. Immutable.
 *
 * @param kind simple name of its class in {@code io.lagwatch.compat.jobs}
 * @param sources of any format, in order: the options of each, {@code format} among them
 * @param settings the other fields of an {@code Order}: {@code name}, {@code trigger}, {@code
 *     session}, …
 * @param options of the writer
 * @param conf set on its session before
 */
public record Query(
    String kind,
    List<Map<String, String>> sources,
    Map<String, String> settings,
    Map<String, String> options,
    Map<String, String> conf) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public Query {
    sources = List.copyOf(sources);
    settings = Map.copyOf(settings);
    options = Map.copyOf(options);
    conf = Map.copyOf(conf);
  }

  /** A query of this kind without a name, without sources. */
  public static Query of(String kind) {
    return new Query(kind, List.of(), Map.of(), Map.of(), Map.of());
  }

  /** A query that reads its sources and does nothing with them. */
  public static Query plain(String name) {
    return of("PassThrough").named(name);
  }

  public Query named(String name) {
    return with("name", name);
  }

  /** {@code AvailableNow}, {@code Once}, {@code Continuous 1 second}, {@code 1 second}, … */
  public Query trigger(String trigger) {
    return with("trigger", trigger);
  }

  /** Reads one more source of Kafka. */
  public Query reading(KafkaSource kafka) {
    return reading("kafka", kafka.options());
  }

  /** Reads one more source. */
  public Query reading(String format, Map<String, String> sourceOptions) {
    Map<String, String> source = new TreeMap<>(sourceOptions);
    source.put("format", format);
    List<Map<String, String>> more = new ArrayList<>(sources);
    more.add(source);
    return new Query(kind, more, settings, options, conf);
  }

  /** With a field of the order; a number too is written as text. */
  public Query with(String setting, String value) {
    Map<String, String> more = new TreeMap<>(settings);
    more.put(setting, value);
    return new Query(kind, sources, more, options, conf);
  }

  /** With an option of the writer. */
  public Query option(String key, String value) {
    Map<String, String> more = new TreeMap<>(options);
    more.put(key, value);
    return new Query(kind, sources, settings, more, conf);
  }

  /** With a setting of its session. */
  public Query conf(String key, String value) {
    Map<String, String> more = new TreeMap<>(conf);
    more.put(key, value);
    return new Query(kind, sources, settings, options, more);
  }

  /** The order as JSON. */
  public String text() {
    return json().toString();
  }

  /** What the driver is told. */
  ObjectNode json() {
    ObjectNode json = JSON.createObjectNode().put("kind", kind);
    settings.forEach(json::put);
    options.forEach(json.putObject("options")::put);
    conf.forEach(json.putObject("conf")::put);
    for (Map<String, String> source : sources) {
      source.forEach(json.withArray("sources").addObject()::put);
    }
    return json;
  }
}
