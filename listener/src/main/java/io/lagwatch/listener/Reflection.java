package io.lagwatch.listener;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Calls methods of Spark by name, for classes that moved between versions (in 4.0 and 4.1). The
 * methods have no arguments. Methods that are private to Spark in Scala are public in bytecode.
 */
final class Reflection {
  private Reflection() {}

  /** Calls a public method and returns its result. */
  static @Nullable Object call(Object target, String method) throws ReflectiveOperationException {
    Method found = target.getClass().getMethod(method);
    found.setAccessible(true);
    return found.invoke(target);
  }

  /** Calls a public static method of a Spark class and returns its result. */
  static @Nullable Object callStatic(String className, String method)
      throws ReflectiveOperationException {
    return load(className).getMethod(method).invoke(null);
  }

  /**
   * Calls a method of a Scala object and returns its result. Needed for methods that are private to
   * Spark, because Scala gives them no static method.
   */
  static @Nullable Object callOnObject(String objectName, String method)
      throws ReflectiveOperationException {
    return call(load(objectName + '$').getField("MODULE$").get(null), method);
  }

  private static Class<?> load(String className) throws ClassNotFoundException {
    return Class.forName(className, false, org.apache.spark.SparkContext.class.getClassLoader());
  }

  /** Returns the value of a Scala {@code Option}; null if it is empty or not an option. */
  static @Nullable Object option(@Nullable Object option) {
    return option instanceof scala.Option && ((scala.Option<?>) option).isDefined()
        ? ((scala.Option<?>) option).get()
        : null;
  }
}
