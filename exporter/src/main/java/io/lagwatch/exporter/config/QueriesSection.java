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
          .map(Key::name)
          .toList();

  private QueriesSection() {}

  static QueryRules read(List<Section> sections, SettingsReader reading) {
    var rules = new ArrayList<QueryRules.Rule>();
    for (var section : sections) {
      section.knowsOnly(KNOWN, Map.of());
      var rule =
          new QueryRules.Rule(
              Objects.requireNonNull(section.value(QueryKeys.MATCH)),
              Objects.requireNonNull(section.value(QueryKeys.APP)),
              thresholds(section));
      for (int i = 0; i < rules.size(); i++) {
        if (takesAll(rules.get(i), rule)) {
          reading.problem(
              section.path(),
              "an entry that can match",
              "one behind queries[" + i + "], which takes all that it could",
              section.place());
          break;
        }
      }
      rules.add(rule);
    }
    return new QueryRules(rules);
  }

  private static QuerySettings thresholds(Section section) {
    var given = new HashMap<String, Object>();
    for (var key : QueryKeys.THRESHOLDS) {
      if (section.has(key.name())) {
        var value = section.value(key);
        if (value != null) {
          given.put(key.name(), value);
        }
      }
    }
    return QueryKeys.settings(QuerySettings.DEFAULTS, given);
  }

  private static boolean takesAll(QueryRules.Rule before, QueryRules.Rule after) {
    return takesAll(before.match(), after.match()) && takesAll(before.app(), after.app());
  }

  private static boolean takesAll(Glob before, Glob after) {
    return before.equals(Glob.ANY) || before.equals(after);
  }
}
