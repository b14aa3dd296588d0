package io.lagwatch.exporter.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The text files of the repository, without what builds and tools leave in it. */
final class MarkdownFiles {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Set<String> NOT_OURS =
      Set.of("target", "node_modules", ".git", "work", "pictures");

  private MarkdownFiles() {}

  /** Every Markdown file. */
  static List<Path> all() {
    return matching(file -> file.toString().endsWith(".md"));
  }

  /** The files of the repository that match. */
  static List<Path> matching(Predicate<Path> wanted) {
    var found = new ArrayList<Path>();
    try {
      Files.walkFileTree(
          ROOT,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              boolean foreign =
                  !folder.equals(ROOT) && NOT_OURS.contains(folder.getFileName().toString());
              return foreign ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (wanted.test(file)) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found.stream().sorted().toList();
  }
}
