package io.lagwatch.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The messages that docs/troubleshooting.md explains are messages of the code. */
class TroubleshootingTest {
  private static final Pattern MESSAGE = Pattern.compile("(?m)^## .*?`([^`]+)`");

  /** Parts of messages that Spark, Kafka and the JVM log. */
  private static final Pattern NOT_OURS =
      Pattern.compile(".*(Exception|Error)\\b.*|[A-Z]\\w+|basis=.*");

  @Test
  void explainsMessagesThatExist() throws IOException {
    String sources = sources();
    List<String> unknown = new ArrayList<>();
    int checked = 0;
    for (String part : parts()) {
      checked++;
      if (!sources.contains(part)) {
        unknown.add(part);
      }
    }
    assertThat(unknown).isEmpty();
    assertThat(checked).isGreaterThan(10);
  }

  /** The fixed parts of the messages in headings. */
  private static List<String> parts() {
    var parts = new ArrayList<String>();
    var messages = MESSAGE.matcher(MarkdownPage.at("docs/troubleshooting.md").text());
    while (messages.find()) {
      for (String part : messages.group(1).split("…|\\d+")) {
        if (part.strip().length() > 6 && !NOT_OURS.matcher(part.strip()).matches()) {
          parts.add(part.strip());
        }
      }
    }
    return parts;
  }

  /** The code, with messages that are split over several literals or constants joined. */
  private static String sources() throws IOException {
    var sources = new StringBuilder();
    for (Path file : MarkdownFiles.matching(TroubleshootingTest::logsMessages)) {
      sources.append(Files.readString(file)).append('\n');
    }
    return sources
        .toString()
        .replaceAll("\"\\s*\\+\\s*\"", "")
        .replaceAll("ENDPOINT\\s*\\+\\s*\"", "\"spark.lagwatch.endpoint")
        .replaceAll("PREFIX\\s*\\+\\s*\"", "\"spark.lagwatch.");
  }

  private static boolean logsMessages(Path file) {
    String path = MarkdownFiles.ROOT.relativize(file).toString();
    return Set.of("listener/src/main/", "exporter/src/main/", "release/bin/").stream()
        .anyMatch(path::startsWith);
  }
}
