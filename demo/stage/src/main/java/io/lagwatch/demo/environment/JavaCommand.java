package io.lagwatch.demo.environment;

import io.lagwatch.testbed.OwnedProcess;
import java.util.ArrayList;
import java.util.List;

/** The command line of a Java process, run by the same Java as this one. */
final class JavaCommand {
  private final List<String> words = new ArrayList<>();

  JavaCommand() {
    words.add(OwnedProcess.java());
  }

  /** For a machine that holds several of these. */
  static JavaCommand small(int heapMegabytes) {
    return new JavaCommand().with("-XX:+UseSerialGC", "-Xmx" + heapMegabytes + "m");
  }

  JavaCommand with(List<String> more) {
    words.addAll(more);
    return this;
  }

  JavaCommand with(String... more) {
    return with(List.of(more));
  }

  List<String> words() {
    return List.copyOf(words);
  }
}
