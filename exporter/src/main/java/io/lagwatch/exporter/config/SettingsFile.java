package io.lagwatch.exporter.config;

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

/** Opens the settings file and turns it into sections; builds no objects from its tags. */
final class SettingsFile {
  private SettingsFile() {}

  /** The whole file; an empty section when it cannot be read, with the problem told. */
  static Section read(Path file, String key, SettingsReader reading) {
    try {
      var text = Files.readString(file);
      var root = new Yaml(new LoaderOptions()).compose(new StringReader(text));
      return root == null ? Section.empty(reading) : Section.of(reading, "", root);
    } catch (MarkedYAMLException malformed) {
      var mark = malformed.getProblemMark();
      reading.problem(
          "settings",
          "well-formed YAML",
          DisplayText.line(problem(malformed), 200),
          mark == null ? null : file.getFileName() + ":" + (mark.getLine() + 1));
    } catch (CharacterCodingException notText) {
      reading.problem(key, "a text file in UTF-8", DisplayText.quoted(file.toString()), null);
    } catch (YAMLException malformed) {
      reading.problem(
          "settings",
          "well-formed YAML",
          DisplayText.line(String.valueOf(malformed.getMessage()), 200),
          null);
    } catch (IOException unreadable) {
      reading.problem(
          key,
          "a file that can be read",
          DisplayText.quoted(file.toString()) + why(file, unreadable),
          null);
    }
    return Section.empty(reading);
  }

  private static String why(Path file, IOException unreadable) {
    if (unreadable instanceof NoSuchFileException) {
      return ", which does not exist";
    }
    return Files.isDirectory(file) ? ", which is a directory" : ", which cannot be opened";
  }

  /** SnakeYAML says "found …" of most problems, and so do we. */
  private static String problem(MarkedYAMLException malformed) {
    var problem = String.valueOf(malformed.getProblem());
    return problem.startsWith("found ") ? problem.substring("found ".length()) : problem;
  }
}
