package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** Checks the content of the jar, because it is loaded into the drivers of users. */
class JarIT {
  private static final int JAVA_8 = 52;

  @Test
  void containsOnlyListenerClassesInJava8Bytecode() throws IOException {
    List<String> classes = new ArrayList<>();
    try (JarFile jar = new JarFile(jar())) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        if (entry.isDirectory() || entry.getName().startsWith("META-INF/")) {
          continue;
        }
        assertThat(entry.getName()).startsWith("io/lagwatch/listener/").endsWith(".class");
        classes.add(entry.getName());
        try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
          assertThat(in.readInt()).isEqualTo(0xCAFEBABE);
          in.readUnsignedShort();
          assertThat(in.readUnsignedShort()).as(entry.getName()).isLessThanOrEqualTo(JAVA_8);
        }
      }
    }
    assertThat(classes).contains("io/lagwatch/listener/LagwatchListener.class");
  }

  @Test
  void hasNoDependencyAndAVersion() throws IOException {
    try (JarFile jar = new JarFile(jar())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Implementation-Version"))
          .matches("\\d+\\.\\d+\\.\\d+.*");
      assertThat(jar.getManifest().getMainAttributes().getValue("Class-Path")).isNull();
    }
    assertThat(jar().length()).isLessThan(150_000);
  }

  private static File jar() {
    String path = System.getProperty("lagwatch.jar");
    assertThat(path).as("lagwatch.jar, which the build sets").isNotNull();
    return new File(path);
  }
}
