package io.lagwatch.compat.sizes;

import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a JVM really holds, by the JDK's {@code jcmd}. */
final class LiveHeap {
  private static final Pattern TOTAL = Pattern.compile("Total\\s+[0-9]+\\s+([0-9]+)");

  private LiveHeap() {}

  /** Collects all garbage of the process and tells how many bytes are left. */
  static long bytes(OwnedProcess process) throws IOException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    String pid = Long.toString(process.pid());
    Process asked =
        new ProcessBuilder(jcmd, pid, "GC.class_histogram").redirectErrorStream(true).start();
    String answer =
        new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    Matcher total = TOTAL.matcher(answer.substring(Math.max(0, answer.lastIndexOf("Total"))));
    if (!total.find()) {
      throw new IOException("jcmd: expected a total, found " + answer);
    }
    return Long.parseLong(total.group(1));
  }
}
