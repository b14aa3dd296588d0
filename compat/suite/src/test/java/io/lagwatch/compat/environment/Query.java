package io.lagwatch.compat.environment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.demo.accuracy.KafkaSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A query to start. Immutable.
 *
 * @param kind simple name of its class in {@code io.lagwatch.compat.jobs}
 * @param sources its sources in order, each as the options including {@code format}
 * @param settings the other fields of a {@code QuerySpec}: {@code name}, {@code trigger}, {@code
 *     session}, …
 * @param options options of the writer
 * @param conf settings of its session, set before the start
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

  /** Creates a query of this kind without a name and without sources. */
  public static Query of(String kind) {
    return new Query(kind, List.of(), Map.of(), Map.of(), Map.of());
  }

  /** Creates a query that reads its sources and writes the rows to a sink that does nothing. */
  public static Query plain(String name) {
    return of("PassThrough").named(name);
  }

  public Query named(String name) {
    return with("name", name);
  }

  /**
   * Returns a copy with this trigger: {@code AvailableNow}, {@code Once}, {@code Continuous 1
   * second}, {@code 1 second}, …
   */
  public Query trigger(String trigger) {
    return with("trigger", trigger);
  }

  /** Returns a copy with one more Kafka source. */
  public Query reading(KafkaSource kafka) {
    return reading("kafka", kafka.options());
  }

  /** Returns a copy with one more source. */
  public Query reading(String format, Map<String, String> sourceOptions) {
    Map<String, String> source = new TreeMap<>(sourceOptions);
    source.put("format", format);
    List<Map<String, String>> more = new ArrayList<>(sources);
    more.add(source);
    return new Query(kind, more, settings, options, conf);
  }

  /** Returns a copy with one more field of the specification. A number is written as text too. */
  public Query with(String setting, String value) {
    Map<String, String> more = new TreeMap<>(settings);
    more.put(setting, value);
    return new Query(kind, sources, more, options, conf);
  }

  /** Returns a copy with an option of the writer. */
  public Query option(String key, String value) {
    Map<String, String> more = new TreeMap<>(options);
    more.put(key, value);
    return new Query(kind, sources, settings, more, conf);
  }

  /** Returns a copy with a setting of its session. */
  public Query conf(String key, String value) {
    Map<String, String> more = new TreeMap<>(conf);
    more.put(key, value);
    return new Query(kind, sources, settings, options, more);
  }

  /** Returns the specification as JSON. */
  public String text() {
    return json().toString();
  }

  /** Returns the fields of the request to the driver. */
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
