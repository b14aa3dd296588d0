package io.lagwatch.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** A simple name means one type, so that a reader needs no import to know which one is meant. */
class UniqueNamesTest {
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  @Test
  void noTwoTypesOfTheMainSourcesShareASimpleName() throws IOException {
    var sources =
        MarkdownFiles.matching(
            file ->
                file.toString().contains("/src/main/java")
                    && file.toString().endsWith(".java")
                    && !file.endsWith("package-info.java"));
    try (StandardJavaFileManager files = COMPILER.getStandardFileManager(null, null, null)) {
      Map<String, Set<String>> places = declaredTypes(files.getJavaFileObjectsFromPaths(sources));
      assertThat(places).hasSizeGreaterThan(500);
      assertThat(places.values()).filteredOn(each -> each.size() > 1).isEmpty();
    }
  }

  @Test
  void findsNestedTypesOfTheSameName() throws IOException {
    assertThat(
            declaredTypes(
                List.of(source("A", "class A { record B() {} }"), source("B", "enum B {}"))))
        .containsEntry("A", Set.of("/A.java:A"))
        .containsEntry("B", Set.of("/A.java:A.B", "/B.java:B"));
  }

  /** Returns the places of every declared type by its simple name. */
  private static Map<String, Set<String>> declaredTypes(Iterable<? extends JavaFileObject> sources)
      throws IOException {
    var task = (JavacTask) COMPILER.getTask(null, null, null, List.of("-proc:none"), null, sources);
    var places = new TreeMap<String, Set<String>>();
    for (CompilationUnitTree unit : task.parse()) {
      unit.accept(
          new TreeScanner<Void, String>() {
            @Override
            public Void visitClass(ClassTree type, String outer) {
              String name = type.getSimpleName().toString();
              if (!name.isEmpty()) {
                places.computeIfAbsent(name, key -> new TreeSet<>()).add(outer + name);
              }
              return super.visitClass(type, outer + name + ".");
            }
          },
          unit.getSourceFile().getName() + ":");
    }
    return places;
  }

  private static JavaFileObject source(String name, String text) {
    return new SimpleJavaFileObject(
        URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }
}
