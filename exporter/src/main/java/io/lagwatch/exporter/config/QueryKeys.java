package io.lagwatch.exporter.config;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The keys of an entry under {@code queries:}, taken from the components of QuerySettings. */
final class QueryKeys {
  private static final RecordComponent[] COMPONENTS = QuerySettings.class.getRecordComponents();

  static final Key<Glob> MATCH =
      Key.of("match", ValueType.GLOB, "*", "which queries, by name (or id when they have none)");
  static final Key<Glob> APP =
      Key.of("app", ValueType.GLOB, "*", "narrows match to applications, by name");

  /** One per component, in their order. */
  static final List<Key<?>> THRESHOLDS =
      Arrays.stream(COMPONENTS).<Key<?>>map(QueryKeys::key).toList();

  private QueryKeys() {}

  /** The base with the given values, by name of the key, in their place. */
  static QuerySettings settings(QuerySettings base, Map<String, Object> given) {
    var values = new @Nullable Object[COMPONENTS.length];
    for (int i = 0; i < values.length; i++) {
      var name = COMPONENTS[i].getName();
      values[i] = given.containsKey(name) ? given.get(name) : value(COMPONENTS[i], base);
    }
    try {
      var types = Arrays.stream(COMPONENTS).map(RecordComponent::getType).toArray(Class<?>[]::new);
      return QuerySettings.class.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException cannotBe) {
      throw new IllegalStateException(cannotBe);
    }
  }

  private static Key<?> key(RecordComponent component) {
    var meaning = Objects.requireNonNull(component.getAnnotation(Description.class)).value();
    var standard = value(component, QuerySettings.DEFAULTS);
    var text = standard == null ? null : text(standard);
    return Key.of(component.getName(), type(component.getType()), text, meaning);
  }

  private static ValueType<?> type(Class<?> type) {
    if (type == Duration.class) {
      return ValueType.DURATION;
    }
    if (type == double.class) {
      return ValueType.NUMBER;
    }
    if (type == long.class) {
      return ValueType.COUNT;
    }
    throw new IllegalStateException("no way to read a " + type + " from the settings");
  }

  private static @Nullable Object value(RecordComponent component, QuerySettings of) {
    try {
      return component.getAccessor().invoke(of);
    } catch (ReflectiveOperationException cannotBe) {
      throw new IllegalStateException(cannotBe);
    }
  }

  private static String text(Object value) {
    return value instanceof Duration duration ? DurationText.of(duration) : value.toString();
  }
}
