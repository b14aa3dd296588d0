package io.lagwatch.exporter.watch;

import com.fasterxml.jackson.core.JsonGenerator;
import io.lagwatch.exporter.config.FileFailure;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The exporter's state on disk, so that a restarted exporter continues with it. The state is
 * written to a new file that then replaces the old one, so a reader finds one complete state. Only
 * the owner can read the file. A lock file prevents a second exporter from using it. Thread-safe:
 * writes are serialized.
 */
public final class StateFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StateFile.class);

  private static final Set<OpenOption> WRITE_NEW =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE);
  private static final Set<OpenOption> APPEND =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);

  private final Path file;
  private final FileChannel lockChannel;
  private final FileLock lock;
  private boolean lastWriteFailed;
  private boolean hasRejected;

  private StateFile(Path file, FileChannel lockChannel, FileLock lock) {
    this.file = file;
    this.lockChannel = lockChannel;
    this.lock = lock;
  }

  /**
   * Locks the state file for this process. Creates its folder if it is missing.
   *
   * @throws StateFileException if another exporter uses the file or it cannot be locked
   */
  public static StateFile open(Path path) throws StateFileException {
    Path file = path.toAbsolutePath();
    Path lockFile = withSuffix(file, ".lock");
    FileChannel channel = null;
    try {
      Files.createDirectories(file.getParent());
      channel =
          FileChannel.open(
              lockFile,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              ownerOnly(file));
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return new StateFile(file, channel, lock);
      }
    } catch (OverlappingFileLockException e) {
      // This process already holds the lock.
    } catch (IOException e) {
      closeQuietly(channel);
      throw new StateFileException(
          "cannot lock the state file " + file + ": " + FileFailure.reason(e, file), e);
    }
    closeQuietly(channel);
    throw new StateFileException(
        "the state file "
            + file
            + " is used by another exporter (lock file "
            + lockFile
            + "); give each exporter its own --state-file");
  }

  /**
   * Returns the state. Invalid content is logged and kept in a file beside it: a damaged file as
   * {@code .unreadable}, a damaged entry as a line of {@code .rejected}. All other content is
   * returned.
   *
   * @return null if there is no state
   * @throws StateFileException if the file exists and cannot be read. It must then not be
   *     overwritten
   */
  public @Nullable SavedState read() throws StateFileException {
    if (Files.notExists(file)) {
      return null;
    }
    StateReader reader = new StateReader();
    try (InputStream in = Files.newInputStream(file)) {
      reader.read(in);
    } catch (IOException e) {
      throw new StateFileException(
          "cannot read the state file "
              + file
              + ": "
              + FileFailure.reason(e, file)
              + "; it was not changed",
          e);
    }
    if (reader.damage() != null) {
      keepUnreadable(reader);
    }
    reject(reader.rejected());
    return reader.result();
  }

  /**
   * Writes entries that could not be read or restored to the {@code .rejected} file. The first ones
   * replace those of an earlier start.
   */
  void reject(List<RejectedEntry> entries) {
    if (entries.isEmpty()) {
      return;
    }
    Path rejected = withSuffix(file, ".rejected");
    LOG.warn(
        "state file {}: {} of its entries cannot be used and were moved to {}; the first one: {}",
        file,
        entries.size(),
        rejected,
        entries.get(0).reason());
    Set<OpenOption> options = hasRejected ? APPEND : WRITE_NEW;
    hasRejected = true;
    try (OutputStream out = open(rejected, options);
        JsonGenerator json = StateJson.MAPPER.createGenerator(out)) {
      for (RejectedEntry entry : entries) {
        json.writePOJO(entry);
        json.writeRaw('\n');
      }
    } catch (IOException e) {
      LOG.warn("state file {}: cannot write {}: {}", file, rejected, e.toString());
    }
  }

  /**
   * Writes the state. A failure is logged once until a write succeeds again.
   *
   * @return true if the state is on disk
   */
  public synchronized boolean write(SavedState state) {
    Path next = withSuffix(file, ".next");
    try {
      Files.createDirectories(file.getParent());
      Files.deleteIfExists(next);
      try (FileChannel channel = FileChannel.open(next, WRITE_NEW, ownerOnly(file));
          OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
        StateJson.write(state, out);
        out.flush();
        channel.force(true);
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      lastWriteFailed = false;
      return true;
    } catch (IOException e) {
      if (!lastWriteFailed) {
        LOG.warn("cannot write the state file {}: {}; trying again every 15 s", file, e.toString());
      }
      lastWriteFailed = true;
      return false;
    }
  }

  /** Releases the lock, so that another exporter can use the file. */
  @Override
  public void close() {
    try {
      lock.release();
    } catch (IOException e) {
      LOG.debug("state file {}: cannot release the lock", file, e);
    }
    closeQuietly(lockChannel);
  }

  private void keepUnreadable(StateReader reader) {
    Path copy = withSuffix(file, ".unreadable");
    String kept = reader.entries() == 0 ? "empty state" : reader.entries() + " queries of it";
    try {
      Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      LOG.warn(
          "cannot use all of the state file {}: {}. Copied it to {} and started with {}",
          file,
          reader.damage(),
          copy,
          kept);
    } catch (IOException e) {
      LOG.warn(
          "cannot use all of the state file {}: {}. Started with {}; it could not be copied: {}",
          file,
          reader.damage(),
          kept,
          e.toString());
    }
  }

  private OutputStream open(Path path, Set<OpenOption> options) throws IOException {
    return Channels.newOutputStream(FileChannel.open(path, options, ownerOnly(path)));
  }

  private static Path withSuffix(Path file, String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  /**
   * Permissions for the owner only, because the state contains names and exception messages of
   * queries.
   */
  private static FileAttribute<?>[] ownerOnly(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private static void closeQuietly(@Nullable FileChannel channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        LOG.debug("cannot close a lock file", e);
      }
    }
  }
}
