package io.lagwatch.exporter.config;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The keys of an entry under {@code queries:}, taken from the components of QuerySettings. */
final class QueryKeys {
  static final SettingKey<Glob> MATCH =
      SettingKey.of(
          "match",
          ValueType.GLOB,
          "*",
          "pattern for the names of queries (ids of queries without a name)");
  static final SettingKey<Glob> APP =
      SettingKey.of("app", ValueType.GLOB, "*", "pattern for the names of applications");

  static final SettingKey<String> KAFKA =
      SettingKey.of(
          "kafka",
          ValueType.NAME,
          null,
          "name of the Kafka cluster that the queries read, or names by the index of the source, as"
              + " {0: main, 1: replica}; outranks the brokers that a driver reports");

  /** The keys, one for each threshold, in the order of the groups and their components. */
  static final List<SettingKey<?>> THRESHOLDS =
      Arrays.stream(QuerySettings.class.getRecordComponents())
          .flatMap(group -> keys(group, value(group, QuerySettings.DEFAULTS)))
          .toList();

  private QueryKeys() {}

  /** A copy of the base in which the given values, by name of the key, replace its own. */
  static QuerySettings settings(QuerySettings base, Map<String, Object> given) {
    return copy(QuerySettings.class, base, given);
  }

  private static <T> T copy(Class<T> type, T base, Map<String, Object> given) {
    var components = type.getRecordComponents();
    var values = new @Nullable Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = copied(components[i], value(components[i], base), given);
    }
    try {
      var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException cannotBe) {
      throw new IllegalStateException(cannotBe);
    }
  }

  private static @Nullable Object copied(
      RecordComponent component, @Nullable Object base, Map<String, Object> given) {
    if (component.getType().isRecord()) {
      return copyGroup(Objects.requireNonNull(base), given);
    }
    return given.containsKey(component.getName()) ? given.get(component.getName()) : base;
  }

  @SuppressWarnings("unchecked")
  private static <T> T copyGroup(T group, Map<String, Object> given) {
    return copy((Class<T>) group.getClass(), group, given);
  }

  private static Stream<SettingKey<?>> keys(RecordComponent group, @Nullable Object defaults) {
    return Arrays.stream(group.getType().getRecordComponents())
        .map(component -> key(component, value(component, Objects.requireNonNull(defaults))));
  }

  private static SettingKey<?> key(RecordComponent component, @Nullable Object defaultValue) {
    var description = Objects.requireNonNull(component.getAnnotation(Description.class)).value();
    var text = defaultValue == null ? null : text(defaultValue);
    return SettingKey.of(component.getName(), type(component.getType()), text, description);
  }

  private static ValueType<?> type(Class<?> type) {
    if (type == Duration.class) {
      return ValueType.DURATION;
    }
    if (type == double.class) {
      return ValueType.NUMBER;
    }
    if (type == boolean.class) {
      return ValueType.FLAG;
    }
    if (type == long.class) {
      return ValueType.COUNT;
    }
    throw new IllegalStateException("no setting can have the type " + type);
  }

  private static @Nullable Object value(RecordComponent component, Object of) {
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
