package io.lagwatch.demo.environment;

import io.lagwatch.testbed.OwnedProcess;
import java.util.ArrayList;
import java.util.List;

/** Creates the command line of a Java process that uses the Java of this process. */
final class JavaCommand {
  private final List<String> words = new ArrayList<>();

  JavaCommand() {
    words.add(OwnedProcess.java());
  }

  /** JVM options for a machine that runs several such processes. */
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
