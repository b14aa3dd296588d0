package io.lagwatch.listener;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Calls methods of Spark that are not the same class in all versions (classes moved in 4.0 and
 * 4.1), by name and without arguments. Methods that are private to Spark in Scala are public in
 * bytecode.
 */
final class Reflection {
  private Reflection() {}

  /** What the public method returns. */
  static @Nullable Object call(Object target, String method) throws ReflectiveOperationException {
    Method found = target.getClass().getMethod(method);
    found.setAccessible(true);
    return found.invoke(target);
  }

  /** What the public static method of a class of Spark returns. */
  static @Nullable Object callStatic(String className, String method)
      throws ReflectiveOperationException {
    ClassLoader loader = org.apache.spark.SparkContext.class.getClassLoader();
    return Class.forName(className, false, loader).getMethod(method).invoke(null);
  }

  /** The value of a Scala {@code Option}, null for none. */
  static @Nullable Object option(@Nullable Object option) {
    return option instanceof scala.Option && ((scala.Option<?>) option).isDefined()
        ? ((scala.Option<?>) option).get()
        : null;
  }
}
