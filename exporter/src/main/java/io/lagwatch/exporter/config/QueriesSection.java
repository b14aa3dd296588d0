package io.lagwatch.exporter.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the entries under {@code queries:}. */
final class QueriesSection {
  static final List<String> KNOWN =
      Stream.concat(
              Stream.of(QueryKeys.MATCH, QueryKeys.APP, QueryKeys.KAFKA),
              QueryKeys.THRESHOLDS.stream())
          .map(SettingKey::name)
          .toList();

  private static final Pattern SOURCE = Pattern.compile("[0-9]{1,4}");

  private QueriesSection() {}

  /**
   * @param clusters the names of the Kafka clusters
   */
  static QueryRules read(List<Section> sections, List<String> clusters, SettingsReader reader) {
    var rules = new ArrayList<QueryRules.QueryRule>();
    for (var section : sections) {
      section.rejectUnknownKeys(KNOWN, Map.of());
      var rule =
          new QueryRules.QueryRule(
              Objects.requireNonNull(section.value(QueryKeys.MATCH)),
              Objects.requireNonNull(section.value(QueryKeys.APP)),
              thresholds(section),
              kafka(section, clusters, reader));
      for (int i = 0; i < rules.size(); i++) {
        if (matchesAllOf(rules.get(i), rule)) {
          reader.problem(
              section.path(),
              "never applies, because queries[" + i + "] already matches these queries",
              section.place());
          break;
        }
      }
      checkRequired(rule, section, reader);
      rules.add(rule);
    }
    QueryKeys.THRESHOLDS.forEach(key -> reader.addDefault("queries[]." + key.name(), key));
    return new QueryRules(rules);
  }

  private static void checkRequired(
      QueryRules.QueryRule rule, Section section, SettingsReader reader) {
    if (!rule.settings().runs().required()) {
      return;
    }
    if (!rule.match().isExact() || !rule.app().isExact()) {
      reader.problem(
          section.key("required"),
          "needs the names of one query in match and app, without * and ?",
          section.place("required"));
    }
    if (rule.settings().runs().expectEvery() == null) {
      reader.problem(section.key("required"), "needs expectEvery", section.place("required"));
    }
  }

  private static SourceClusters kafka(
      Section section, List<String> clusters, SettingsReader reader) {
    var name = QueryKeys.KAFKA.name();
    if (!section.isMapping(name)) {
      var every = section.rawValue(name, QueryKeys.KAFKA.type().expected());
      if (every != null) {
        reader.value(section.key(name), QueryKeys.KAFKA, every);
        checkCluster(every, clusters, reader);
      }
      return new SourceClusters(every == null ? null : every.text(), Map.of());
    }
    var bySource = new TreeMap<Integer, String>();
    section
        .texts(name)
        .forEach(
            (source, cluster) -> {
              if (SOURCE.matcher(source).matches()) {
                reader.value(cluster.key(), QueryKeys.KAFKA, cluster);
                checkCluster(cluster, clusters, reader);
                bySource.put(Integer.parseInt(source), cluster.text());
              } else {
                reader.unexpected(
                    section.key(name),
                    "the index of a source, from 0, as key",
                    DisplayText.quoted(source),
                    cluster.place());
              }
            });
    return new SourceClusters(null, bySource);
  }

  private static void checkCluster(RawValue cluster, List<String> clusters, SettingsReader reader) {
    if (!clusters.contains(cluster.text())) {
      reader.unexpected(
          cluster.key(),
          clusters.isEmpty()
              ? "the name of a cluster under kafka, of which there is none"
              : "the name of a cluster under kafka (" + String.join(", ", clusters) + ")",
          DisplayText.quoted(cluster.text()),
          cluster.place());
    }
  }

  private static QuerySettings thresholds(Section section) {
    var given = new HashMap<String, Object>();
    for (var key : QueryKeys.THRESHOLDS) {
      var value = section.value(key);
      if (value != null) {
        given.put(key.name(), value);
      }
    }
    return QueryKeys.settings(QuerySettings.DEFAULTS, given);
  }

  private static boolean matchesAllOf(QueryRules.QueryRule first, QueryRules.QueryRule second) {
    return matchesAllOf(first.match(), second.match()) && matchesAllOf(first.app(), second.app());
  }

  private static boolean matchesAllOf(Glob first, Glob second) {
    return first.equals(Glob.ANY) || first.equals(second);
  }
}
