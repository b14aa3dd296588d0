package io.lagwatch.exporter.config;

import io.lagwatch.exporter.text.Secrets;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads the settings file into sections; builds no objects from its tags. */
final class SettingsFile {
  private SettingsFile() {}

  /** The root of the file; an empty section, and a problem, when it cannot be read. */
  static Section read(Path file, String key, SettingsReader reader) {
    try {
      var text = Files.readString(file);
      var root = new Yaml(new LoaderOptions()).compose(new StringReader(text));
      return root == null ? Section.empty(reader) : Section.of(reader, "", root);
    } catch (MarkedYAMLException malformed) {
      var mark = malformed.getProblemMark();
      reader.problem(
          "settings",
          "malformed YAML: " + DisplayText.line(problem(malformed), 200),
          mark == null ? null : file.getFileName() + ":" + (mark.getLine() + 1));
    } catch (CharacterCodingException notText) {
      reader.problem(key, DisplayText.quoted(file.toString()) + " is not a text in UTF-8", null);
    } catch (YAMLException malformed) {
      reader.problem(
          "settings",
          "malformed YAML: " + DisplayText.line(String.valueOf(malformed.getMessage()), 200),
          null);
    } catch (IOException unreadable) {
      reader.problem(
          key,
          "cannot read " + DisplayText.quoted(file.toString()) + ": " + reason(file, unreadable),
          null);
    }
    return Section.empty(reader);
  }

  private static String reason(Path file, IOException unreadable) {
    if (unreadable instanceof NoSuchFileException) {
      return "it does not exist";
    }
    return Files.isDirectory(file) ? "it is a directory" : "it cannot be opened";
  }

  private static String problem(MarkedYAMLException malformed) {
    return Secrets.masked(String.valueOf(malformed.getProblem()));
  }
}
