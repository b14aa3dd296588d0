package io.lagwatch.exporter;

import io.lagwatch.exporter.config.FileFailure;
import io.lagwatch.exporter.config.Settings;
import io.lagwatch.exporter.watch.StateFileException;
import java.io.IOException;
import java.net.BindException;
import java.net.SocketException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Explains why the exporter cannot start. Each explanation begins with the setting to change. */
final class StartFailure {
  private StartFailure() {}

  /**
   * Returns the reason in one line.
   *
   * @return null for a failure that is not caused by the settings or the machine
   */
  static @Nullable String reason(Throwable failure, Settings settings) {
    Throwable root = root(failure);
    if (failure instanceof StateFileException) {
      return "stateFile: " + failure.getMessage();
    }
    if (failure instanceof OutOfMemoryError) {
      return outOfMemory(settings);
    }
    if (root instanceof UnresolvedAddressException) {
      return "listen: cannot listen on "
          + settings.listen()
          + ": the name of the host is unknown; use an address of this host, or 0.0.0.0 for all";
    }
    if (root instanceof BindException || root instanceof SocketException) {
      return "listen: cannot listen on "
          + settings.listen()
          + ": "
          + root.getMessage()
          + "; choose a free port and an address of this host";
    }
    Path record = settings.recordFile();
    if (failure instanceof IOException e && record != null) {
      return "record: cannot open the file " + record + ": " + FileFailure.reason(e, record);
    }
    return null;
  }

  private static String outOfMemory(Settings settings) {
    long megabytes = Runtime.getRuntime().maxMemory() >> 20;
    return settings.stateFile() == null
        ? "the heap of " + megabytes + " MB is too small to start; increase -Xmx"
        : "stateFile: the heap of "
            + megabytes
            + " MB is too small for the state file "
            + settings.stateFile()
            + "; increase -Xmx. The state file was not changed.";
  }

  private static Throwable root(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
