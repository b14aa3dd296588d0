package io.lagwatch.testbed;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A child process that ends with its owner: by {@link #close()}, or by a shutdown hook if the JVM
 * ends first. Its output goes to a file. Signals are sent only to the id of this process.
 * Thread-safe.
 */
public final class OwnedProcess implements AutoCloseable {
  private static final Duration TERM_PATIENCE = Duration.ofSeconds(20);
  private static final int TAIL_LINES = 40;

  private final String name;
  private final Path log;
  private final Process process;
  private final Thread hook;

  private OwnedProcess(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
    this.hook = new Thread(process::destroyForcibly, "end-" + name);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts {@code command} in this process's directory and environment.
   *
   * @param name name for messages
   * @param log file to which the output is appended
   */
  public static OwnedProcess start(String name, Path log, List<String> command) {
    return start(name, log, null, Map.of(), command);
  }

  /**
   * Starts {@code command}.
   *
   * @param name name for messages
   * @param log file to which both output streams are appended; its folders are created
   * @param directory working directory; null for the directory of this process
   * @param environment variables, in addition to the environment of this process
   */
  public static OwnedProcess start(
      String name,
      Path log,
      @Nullable Path directory,
      Map<String, String> environment,
      List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    if (directory != null) {
      builder.directory(directory.toFile());
    }
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      Files.createDirectories(log.toAbsolutePath().getParent());
      return new OwnedProcess(name, log, builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name + ": " + command.get(0), e);
    }
  }

  /** Returns the {@code java} program that runs this process. */
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Returns the file with the output. */
  public Path log() {
    return log;
  }

  /**
   * Waits for the end of the process.
   *
   * @return its exit status
   * @throws IllegalStateException if it still runs after {@code patience}; the message has the end
   *     of its output
   */
  public int await(Duration patience) {
    if (!ended(patience)) {
      throw new IllegalStateException(name + " still runs after " + patience + "\n" + tail());
    }
    return process.exitValue();
  }

  /** Suspends it (SIGSTOP): its sockets stay open and do not answer. */
  public void suspend() {
    signal("STOP");
  }

  /** Resumes it after {@link #suspend()}. */
  public void resume() {
    signal("CONT");
  }

  /** Kills the process immediately (SIGKILL), like a crash, and waits until it has ended. */
  public void kill() {
    process.destroyForcibly();
    await(TERM_PATIENCE);
    forget();
  }

  /**
   * Ends it with SIGTERM, and with SIGKILL if it still runs after 20 s. Does nothing if it has
   * ended.
   */
  @Override
  public void close() {
    if (process.isAlive()) {
      process.destroy();
      // A suspended process handles the signal only after it is resumed.
      resume();
      if (!ended(TERM_PATIENCE)) {
        kill();
      }
    }
    forget();
  }

  /** Returns the last lines of its output, for error messages; empty if there is none. */
  public String tail() {
    try {
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return "(no output: " + e.getMessage() + ")";
    }
  }

  private boolean ended(Duration patience) {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      throw new IllegalStateException("interrupted while waiting for " + name, e);
    }
  }

  private void signal(String signal) {
    if (!process.isAlive()) {
      return;
    }
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot send SIG" + signal + " to " + name, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void forget() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is already ending: the hook runs and has nothing to do.
      return;
    }
  }
}
