package io.lagwatch.listener;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the sources of a running query which Kafka brokers they read. Spark's Kafka sources
 * keep the client's parameters in a private field: {@code executorKafkaParams}, in continuous
 * processing {@code kafkaParams} (3.3.4 to 4.2.0). Only the addresses and the isolation level are
 * taken from them. Calls no method of a source, because that could ask the brokers.
 */
final class SourceReader {
  static final int MAX_SOURCES = 100;
  static final int MAX_FIELDS = 20;
  private static final String SERVERS = "bootstrap.servers";
  private static final String ISOLATION = "isolation.level";
  private static final String[] FIELDS = {"executorKafkaParams", "kafkaParams"};

  private SourceReader() {}

  /**
   * Returns the brokers of the Kafka sources. A source without an entry is not Kafka's or of an
   * unknown class.
   *
   * @param sources Scala's sequence of the sources of the query, in the order of the plan
   */
  static List<SourceBrokers> read(Object sources) throws ReflectiveOperationException {
    List<SourceBrokers> found = new ArrayList<>();
    // Spark's progress contains a source once that the plan contains twice.
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    scala.collection.Iterator<?> all =
        (scala.collection.Iterator<?>) Reflection.call(sources, "iterator");
    while (all != null && all.hasNext() && seen.size() < MAX_SOURCES) {
      Object source = all.next();
      if (source == null || !seen.add(source)) {
        continue;
      }
      Map<?, ?> parameters = parameters(source);
      SourceBrokers brokers =
          parameters == null
              ? null
              : SourceBrokers.of(
                  seen.size() - 1, parameters.get(SERVERS), parameters.get(ISOLATION));
      if (brokers != null) {
        found.add(brokers);
      }
    }
    return Collections.unmodifiableList(found);
  }

  private static @Nullable Map<?, ?> parameters(Object source) {
    Class<?> type = source.getClass();
    if (!type.getSimpleName().startsWith("Kafka")) {
      return null;
    }
    for (String name : FIELDS) {
      try {
        Map<?, ?> parameters = parameters(type.getDeclaredField(name), source);
        if (parameters != null) {
          return parameters;
        }
      } catch (NoSuchFieldException e) {
        // Another version or class of the source: the other names may be there.
      }
    }
    Field[] fields = type.getDeclaredFields();
    for (int i = 0; i < Math.min(fields.length, MAX_FIELDS); i++) {
      Map<?, ?> parameters = parameters(fields[i], source);
      if (parameters != null) {
        return parameters;
      }
    }
    return null;
  }

  /** Returns the value of a field if it is a map with addresses of brokers. */
  private static @Nullable Map<?, ?> parameters(Field field, Object source) {
    if (Modifier.isStatic(field.getModifiers()) || !Map.class.isAssignableFrom(field.getType())) {
      return null;
    }
    try {
      field.setAccessible(true);
      Map<?, ?> map = (Map<?, ?>) field.get(source);
      return map != null && map.containsKey(SERVERS) ? map : null;
    } catch (IllegalAccessException | RuntimeException inaccessible) {
      return null;
    }
  }
}
