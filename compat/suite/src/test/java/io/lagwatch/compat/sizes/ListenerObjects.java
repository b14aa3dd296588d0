package io.lagwatch.compat.sizes;

import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts the live objects of the listener's classes in a driver, with the JDK's {@code jcmd}. */
final class ListenerObjects {
  /** A line of the histogram: number, instances, bytes, class. */
  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^\\s*[0-9]+:\\s+([0-9]+)\\s+[0-9]+\\s+\\[*L?io\\.lagwatch\\.listener\\.");

  private ListenerObjects() {}

  /** Runs a full garbage collection in the process and returns the number of objects left. */
  static long count(OwnedProcess process) throws IOException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    String pid = Long.toString(process.pid());
    Process started =
        new ProcessBuilder(jcmd, pid, "GC.class_histogram").redirectErrorStream(true).start();
    String histogram = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher line = LINE.matcher(histogram);
    long count = 0;
    while (line.find()) {
      count += Long.parseLong(line.group(1));
    }
    if (count == 0) {
      throw new IOException("jcmd lists no object of the listener: " + histogram);
    }
    return count;
  }
}
