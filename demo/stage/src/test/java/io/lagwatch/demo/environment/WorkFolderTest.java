package io.lagwatch.demo.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFolderTest {
  @TempDir private Path parent;

  @Test
  void takeCreatesAMissingDirectory() throws IOException {
    try (WorkFolder work = WorkFolder.take(parent.resolve("a/b"))) {
      assertThat(work.path()).isDirectory();
    }
  }

  @Test
  void takeEmptiesTheDirectory() throws IOException {
    Files.createDirectories(parent.resolve("kafka/data"));
    Files.writeString(parent.resolve("kafka/data/segment"), "old");

    try (WorkFolder work = WorkFolder.take(parent)) {
      assertThat(work.path().resolve("kafka")).doesNotExist();
    }
  }

  @Test
  void takeFailsWhileAnotherDemoUsesTheDirectory() throws IOException {
    try (WorkFolder work = WorkFolder.take(parent)) {
      Files.writeString(work.path().resolve("data"), "precious");

      assertThatIOException()
          .isThrownBy(() -> WorkFolder.take(parent))
          .withMessageMatching(
              "another demo uses .*: stop it, or choose another directory with --work");
      assertThat(work.path().resolve("data")).exists();
    }
    WorkFolder.take(parent).close();
  }
}
