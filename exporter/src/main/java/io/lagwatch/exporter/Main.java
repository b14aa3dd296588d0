package io.lagwatch.exporter;

import io.lagwatch.exporter.replay.ReplayCommand;
import java.io.PrintWriter;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;

/** The command line of the exporter. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  @SuppressWarnings("DefaultCharset") // The terminal decides.
  public static void main(String[] args) {
    var out = new PrintWriter(System.out, true);
    var err = new PrintWriter(System.err, true);
    System.exit(commandLine(Serve::run, System.getenv(), out, err).execute(args));
  }

  /**
   * Returns the command line, for {@link #main} and tests.
   *
   * @param exporter started by the main command
   */
  static CommandLine commandLine(
      Exporter exporter, Map<String, String> environment, PrintWriter out, PrintWriter err) {
    var commands = new CommandLine(new ServeCommand(exporter, environment));
    commands.addSubcommand(
        new ReplayCommand(environment, new ReplayHtml(), Boolean.getBoolean("lagwatch.terminal")));
    commands.addSubcommand(new ForgetCommand(environment));
    commands.addSubcommand(new AutoComplete.GenerateCompletion());
    commands.setOut(out);
    commands.setErr(err);
    commands.getCommandSpec().usageMessage().footer(SettingsHelp.lines());
    return commands;
  }

  /** Returns the version in the jar's manifest. */
  static String version() {
    var version = Main.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }

  /** Provides the text of {@code --version}. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"lagwatch-exporter " + version()};
    }
  }
}
