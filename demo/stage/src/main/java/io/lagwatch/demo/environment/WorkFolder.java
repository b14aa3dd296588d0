package io.lagwatch.demo.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A working directory with a lock: emptied when it is taken, and used by one demo at a time. */
public final class WorkFolder implements AutoCloseable {
  private final Path folder;
  private final FileChannel lock;

  private WorkFolder(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Locks and empties the directory.
   *
   * @throws IOException if another demo uses it
   */
  public static WorkFolder take(Path folder) throws IOException {
    Path absolute = Files.createDirectories(folder.toAbsolutePath().normalize());
    Path file = absolute.resolve(".lock");
    FileChannel lock = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!locked(lock)) {
      lock.close();
      throw new IOException(
          "another demo uses " + absolute + ": stop it, or choose another directory with --work");
    }
    try (Stream<Path> tree = Files.walk(absolute)) {
      List<Path> old =
          tree.filter(path -> !path.equals(absolute) && !path.equals(file))
              .sorted(Comparator.reverseOrder())
              .toList();
      for (Path path : old) {
        Files.delete(path);
      }
    }
    return new WorkFolder(absolute, lock);
  }

  /** Returns false if another process, or another instance in this process, has the lock. */
  private static boolean locked(FileChannel lock) throws IOException {
    try {
      return lock.tryLock() != null;
    } catch (OverlappingFileLockException taken) {
      return false;
    }
  }

  /** Returns the absolute path. */
  public Path path() {
    return folder;
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
