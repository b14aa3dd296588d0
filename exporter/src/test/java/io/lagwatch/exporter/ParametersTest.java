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

  /** The formats of the report and of the API fix the components of these. */
  private static final Set<String> WIRE_RECORDS =
      Set.of(
              "ingest.Progress",
              "ingest.Report$QueryReport",
              "web.LagDocument",
              "web.PartitionDocument",
              "web.RunDocument")
          .stream()
          .map(name -> ParametersTest.class.getPackageName() + "." + name)
          .collect(Collectors.toSet());

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importUrl(Main.class.getProtectionDomain().getCodeSource().getLocation());

  @Test
  void hasNoMethodWithMoreThanEightParameters() {
    Set<String> wide = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      for (JavaCodeUnit unit : type.getCodeUnits()) {
        int count = unit.getRawParameterTypes().size();
        if (count > MAX_PARAMETERS && !WIRE_RECORDS.contains(type.getName())) {
          wide.add(unit.getFullName() + " has " + count);
        }
      }
    }

    assertThat(wide).isEmpty();
  }
}
