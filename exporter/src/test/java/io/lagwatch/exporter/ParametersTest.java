package io.lagwatch.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds records, constructors and methods at eight parameters. */
class ParametersTest {
  private static final int MAX_PARAMETERS = 8;

  /** The report's format fixes the components of wire records. */
  private static final Set<String> WIRE_RECORDS =
      Set.of("Progress", "Report$QueryReport").stream()
          .map(name -> ParametersTest.class.getPackageName() + ".ingest." + name)
          .collect(Collectors.toSet());

  /** Records that are still to be split. */
  private static final Set<String> TOO_WIDE =
      Set.of(ParametersTest.class.getPackageName() + ".watch.QueryView");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importUrl(Main.class.getProtectionDomain().getCodeSource().getLocation());

  @Test
  void hasNoMethodWithMoreThanEightParameters() {
    Set<String> wide = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      for (JavaCodeUnit unit : type.getCodeUnits()) {
        int count = unit.getRawParameterTypes().size();
        if (count > MAX_PARAMETERS
            && !WIRE_RECORDS.contains(type.getName())
            && !TOO_WIDE.contains(type.getName())) {
          wide.add(unit.getFullName() + " has " + count);
        }
      }
    }

    assertThat(wide).isEmpty();
  }
}
