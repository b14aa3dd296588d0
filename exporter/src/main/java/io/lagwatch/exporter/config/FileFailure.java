package io.lagwatch.exporter.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Explains why a file cannot be used, and what to do. */
public final class FileFailure {
  private FileFailure() {}

  /** Returns the reason, without the path of the file. */
  public static String reason(IOException failure, Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)) {
      return "it is a folder; name a file in it";
    }
    if (failure instanceof NoSuchFileException && folder != null && Files.notExists(folder)) {
      return "the folder " + folder + " does not exist; create it, or choose another file";
    }
    Path blocking = fileAmongFolders(folder);
    if (blocking != null) {
      return blocking + " is a file, not a folder; choose another file";
    }
    String message = failure.getMessage();
    if (failure instanceof AccessDeniedException
        || (message != null && message.contains("Permission denied"))) {
      return "permission denied; give the user of the exporter access to it and to its folder";
    }
    if (failure instanceof FileSystemException system && system.getReason() != null) {
      return system.getReason();
    }
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  private static @Nullable Path fileAmongFolders(@Nullable Path folder) {
    for (Path path = folder; path != null; path = path.getParent()) {
      if (Files.isRegularFile(path)) {
        return path;
      }
    }
    return null;
  }
}
