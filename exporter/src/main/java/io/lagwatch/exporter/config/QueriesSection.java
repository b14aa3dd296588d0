package io.lagwatch.exporter.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Reads the entries under {@code queries:}. */
final class QueriesSection {
  static final List<String> KNOWN =
      Stream.concat(Stream.of(QueryKeys.MATCH, QueryKeys.APP), QueryKeys.THRESHOLDS.stream())
          .map(SettingKey::name)
          .toList();

  private QueriesSection() {}

  static QueryRules read(List<Section> sections, SettingsReader reader) {
    var rules = new ArrayList<QueryRules.QueryRule>();
    for (var section : sections) {
      section.rejectUnknownKeys(KNOWN, Map.of());
      var rule =
          new QueryRules.QueryRule(
              Objects.requireNonNull(section.value(QueryKeys.MATCH)),
              Objects.requireNonNull(section.value(QueryKeys.APP)),
              thresholds(section));
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
