package io.lagwatch.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.Settings;
import io.lagwatch.exporter.config.SettingsReference;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<Settings> started = new ArrayList<>();

  @Test
  void startsWithTheSettingsOfItsFlags() {
    assertThat(
            execute("--listen=127.0.0.1:0", "--kafka", "b:9092", "--state-file", "s", "--record=r"))
        .isZero();
    assertThat(started)
        .singleElement()
        .satisfies(
            settings -> {
              assertThat(settings.listen()).hasToString("127.0.0.1:0");
              assertThat(settings.kafka().get(0).bootstrapServers()).isEqualTo("b:9092");
              assertThat(settings.stateFile()).isEqualTo(Path.of("s"));
              assertThat(settings.recordFile()).isEqualTo(Path.of("r"));
            });
  }

  @Test
  void endsWithTheExitCodeOfTheExporter() {
    var commands =
        Main.commandLine(settings -> 7, Map.of(), new PrintWriter(out), new PrintWriter(err));
    assertThat(commands.execute()).isEqualTo(7);
  }

  @Test
  void listsEveryProblemAndStartsNothing() throws IOException {
    var file = Files.writeString(folder.resolve("lagwatch.yml"), "retention: 1\nkafak: []\n");
    assertThat(execute("--config", file.toString(), "--listen", "nowhere")).isEqualTo(2);
    assertThat(err.toString().lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith("kafak: unknown key")
                    .endsWith("did you mean kafka? (lagwatch.yml:2)"),
            line -> assertThat(line).startsWith("--listen: expected "),
            line -> assertThat(line).startsWith("retention: expected "));
    assertThat(started).isEmpty();
  }

  @Test
  void checksSettingsWithoutStarting() {
    assertThat(execute("--check-settings")).isZero();
    assertThat(out.toString()).isEqualToIgnoringNewLines("Settings OK.");
    assertThat(started).isEmpty();
  }

  @Test
  void printsEverySettingWithItsOriginAndNoSecret() throws IOException {
    var file =
        Files.writeString(
            folder.resolve("lagwatch.yml"),
            """
            token: hush-1
            kafka:
              - bootstrapServers: b:9092
                properties: {ssl.key.password: hush-2}
            """);

    assertThat(execute("--config", file.toString(), "--listen=127.0.0.1:0", "--print-settings"))
        .isZero();

    assertThat(out.toString().lines())
        .contains(
            "listen: 127.0.0.1:0 (flag --listen)",
            "token: *** (lagwatch.yml:1)",
            "kafka[0].properties.ssl.key.password: *** (lagwatch.yml:4)",
            "retention: 24h (default)");
    assertThat(out.toString()).doesNotContain("hush");
    assertThat(started).isEmpty();
  }

  @Test
  void rejectsUnknownFlags() {
    assertThat(execute("--lisen", "x:1")).isEqualTo(2);
    assertThat(err.toString()).contains("--lisen");
    assertThat(started).isEmpty();
  }

  @Test
  void explainsEverySettingInItsHelp() {
    assertThat(execute("--help")).isZero();
    assertThat(SettingsReference.rows())
        .filteredOn(row -> !row.key().equals("config"))
        .allSatisfy(row -> assertThat(out.toString()).contains("  " + row.key()));
    assertThat(SettingsReference.rows())
        .filteredOn(row -> row.env() != null)
        .allSatisfy(
            row -> assertThat(out.toString()).contains("  " + row.env() + System.lineSeparator()));
    assertThat(SettingsReference.rows())
        .filteredOn(row -> row.flag() != null)
        .allSatisfy(row -> assertThat(out.toString()).contains(row.flag()));
  }

  @Test
  void printsItsVersion() {
    assertThat(execute("--version")).isZero();
    assertThat(out.toString()).startsWith("lagwatch-exporter ");
  }

  private int execute(String... args) {
    var commands =
        Main.commandLine(
            settings -> {
              started.add(settings);
              return 0;
            },
            Map.of(),
            new PrintWriter(out, true),
            new PrintWriter(err, true));
    return commands.execute(args);
  }
}
