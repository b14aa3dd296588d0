package io.lagwatch.demo.check;

import io.lagwatch.demo.check.CheckReport.CheckResult;
import io.lagwatch.demo.environment.DemoQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Checks the files that the queries wrote. */
record QueryOutput(Path folder) {
  CheckResult tiles() throws IOException {
    return written(DemoQuery.COURSE_ACTIVITY_TILE, "window_date=\\d{4}-\\d\\d-\\d\\d");
  }

  CheckResult figures() throws IOException {
    return written(DemoQuery.NETWORK_KPI, "batch_id=\\d+");
  }

  private CheckResult written(DemoQuery query, String parent) throws IOException {
    Path result = folder.resolve(query.label());
    if (!Files.isDirectory(result)) {
      return new CheckResult(false, "no files");
    }
    try (Stream<Path> files = Files.walk(result, 2)) {
      long count =
          files
              .filter(file -> file.getFileName().toString().endsWith(".parquet"))
              .filter(file -> file.getParent().getFileName().toString().matches(parent))
              .count();
      return new CheckResult(count > 0, count + " files");
    }
  }
}
