package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import org.junit.jupiter.api.Test;
import scala.Option;

class ReflectionTest {
  @Test
  void callsPublicMethodsOfClassesThatAreNotPublic() throws Exception {
    assertThat(Reflection.call(new Target(), "value")).isEqualTo("found");
    assertThat(Reflection.call(new Target(), "nothing")).isNull();
  }

  @Test
  void throwsReflectiveExceptionsOnly() {
    assertThatThrownBy(() -> Reflection.call(new Target(), "missing"))
        .isInstanceOf(NoSuchMethodException.class);
    assertThatThrownBy(() -> Reflection.call(new Target(), "hidden"))
        .isInstanceOf(NoSuchMethodException.class);
    assertThatThrownBy(() -> Reflection.call(new Target(), "failing"))
        .isInstanceOf(InvocationTargetException.class)
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> Reflection.callStatic("org.apache.spark.Missing", "get"))
        .isInstanceOf(ClassNotFoundException.class);
    assertThatThrownBy(() -> Reflection.callStatic("org.apache.spark.SparkEnv", "missing"))
        .isInstanceOf(NoSuchMethodException.class);
  }

  @Test
  void callsStaticMethodsOfSpark() throws Exception {
    assertThat(Reflection.callStatic("org.apache.spark.sql.SparkSession", "getDefaultSession"))
        .isInstanceOf(Option.class);
  }

  @Test
  void callsMethodsOfScalaObjectsThatArePrivateToSpark() throws Exception {
    assertThat(Reflection.callOnObject("org.apache.spark.SparkContext", "getActive"))
        .isInstanceOf(Option.class);
  }

  @Test
  void returnsTheValueOfAnOption() {
    assertThat(Reflection.option(Option.apply("value"))).isEqualTo("value");
    assertThat(Reflection.option(Option.empty())).isNull();
    assertThat(Reflection.option("no option")).isNull();
    assertThat(Reflection.option(null)).isNull();
  }

  private static final class Target {
    @SuppressWarnings("unused") // by reflection
    public String value() {
      return "found";
    }

    @SuppressWarnings("unused") // by reflection
    public String nothing() {
      return null;
    }

    @SuppressWarnings("unused") // by reflection
    public String failing() {
      throw new IllegalStateException("failing");
    }

    @SuppressWarnings("unused") // by reflection
    String hidden() {
      return "hidden";
    }
  }
}
