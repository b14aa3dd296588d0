package io.lagwatch.listener;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Test;

class StructureTest {
  private static final int MAX_PARAMETERS = 8;

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(StructureTest.class.getPackageName());

  @Test
  void hasNoCyclesBetweenClasses() {
    slices().assignedFrom(new TopLevelClass()).should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void hasNoMethodWithMoreThanEightParameters() {
    codeUnits().should(new HaveFewParameters()).check(CLASSES);
  }

  /** Assigns each class to its file, so that references between nested classes do not count. */
  private static final class TopLevelClass implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
      return SliceIdentifier.of(
          javaClass.getEnclosingClass().map(JavaClass::getName).orElse(javaClass.getName()));
    }

    @Override
    public String getDescription() {
      return "top-level classes";
    }
  }

  private static final class HaveFewParameters extends ArchCondition<JavaCodeUnit> {
    HaveFewParameters() {
      super("have at most " + MAX_PARAMETERS + " parameters");
    }

    @Override
    public void check(JavaCodeUnit unit, ConditionEvents events) {
      int count = unit.getRawParameterTypes().size();
      events.add(
          new SimpleConditionEvent(
              unit, count <= MAX_PARAMETERS, unit.getFullName() + " has " + count));
    }
  }
}
