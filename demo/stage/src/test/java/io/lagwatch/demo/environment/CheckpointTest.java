package io.lagwatch.demo.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {
  @TempDir private Path folder;
  private Checkpoint checkpoint;

  @BeforeEach
  void makeFolders() throws IOException {
    Files.createDirectories(folder.resolve("commits"));
    Files.createDirectories(folder.resolve("offsets"));
    checkpoint = new Checkpoint(folder);
  }

  @Test
  void lastCommittedIsEmptyBeforeTheFirstBatch() throws IOException {
    assertThat(checkpoint.lastCommitted()).isEmpty();
    assertThat(new Checkpoint(folder.resolve("none")).lastCommitted()).isEmpty();
  }

  @Test
  void lastCommittedIsTheHighestNumberAndIgnoresOtherFiles() throws IOException {
    for (String name : new String[] {"2", "10", ".11.crc", ".11.3f2a.tmp"}) {
      Files.writeString(folder.resolve("commits").resolve(name), "v1\n{}");
    }

    assertThat(checkpoint.lastCommitted()).hasValue(10);
  }

  @Test
  void readsThePositionOfEachSource() throws IOException {
    Files.writeString(
        folder.resolve("offsets/7"),
        "v1\n"
            + "{\"batchWatermarkMs\":0}\n"
            + "{\"orders\":{\"1\":56,\"0\":9007199254740993}}\n"
            + "{\"a\":{\"0\":1},\"b\":{\"0\":2}}");

    assertThat(checkpoint.position(7, 0).get("orders"))
        .isEqualTo(Map.of(0, 9_007_199_254_740_993L, 1, 56L));
    assertThat(checkpoint.position(7, 1)).containsOnlyKeys("a", "b");
    assertThatIOException()
        .isThrownBy(() -> checkpoint.position(7, 2))
        .withMessageContaining("source 2");
  }
}
