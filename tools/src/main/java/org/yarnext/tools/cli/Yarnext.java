// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.yarnext.common.conf.NameSuggester;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.TerminalText;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.advise.AdviseCommand;
import org.yarnext.tools.configure.ConfigureCommand;
import org.yarnext.tools.doctor.DoctorCommand;
import org.yarnext.tools.explain.ExplainCommand;
import org.yarnext.tools.federation.FederationCommand;
import org.yarnext.tools.install.InstallCommand;
import org.yarnext.tools.install.UninstallCommand;
import org.yarnext.tools.install.UpgradeCommand;
import org.yarnext.tools.profile.ProfileCommand;
import org.yarnext.tools.settings.SetCommand;
import org.yarnext.tools.simulate.SimulateCommand;
import org.yarnext.tools.status.StatusCommand;
import org.yarnext.tools.status.TopCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** Main class of the command line: runs the tool that it names, and returns the exit code. */
@Command(
    name = "yarnext",
    description = "Tools for operators of YARN clusters with yarnext.",
    subcommands = {
      AdviseCommand.class,
      ConfigureCommand.class,
      DoctorCommand.class,
      ExplainCommand.class,
      FederationCommand.class,
      InstallCommand.class,
      ProfileCommand.class,
      SetCommand.class,
      SimulateCommand.class,
      StatusCommand.class,
      TopCommand.class,
      UninstallCommand.class,
      UpgradeCommand.class
    })
public final class Yarnext {
  private static final int MAX_DISTANCE = 3;

  private Yarnext() {}

  /** Exits with an {@link ExitCode}. */
  public static void main(String[] args) {
    StandardOutput output = new StandardOutput();
    PrintWriter out = onTerminal(output);
    PrintWriter err = onTerminal(System.err);
    int status = run(out, err, args);
    out.flush();
    if (output.isIncomplete()) {
      err.println("yarnext: the output is incomplete (" + output.error.getMessage() + ").");
      status = status == ExitCode.DONE ? ExitCode.FAILED : status;
    }
    System.exit(status);
  }

  private static PrintWriter onTerminal(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, Charset.defaultCharset()), true);
  }

  /**
   * Standard output. Its errors reach {@link PrintWriter#checkError}; those of System.out do not.
   */
  private static final class StandardOutput extends OutputStream {
    private final OutputStream stream = new FileOutputStream(FileDescriptor.out);
    private IOException error;

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        stream.write(bytes, offset, length);
      } catch (IOException e) {
        error = error == null ? e : error;
        throw e;
      }
    }

    /** Returns whether output was lost, other than by a reader that wanted no more of it. */
    boolean isIncomplete() {
      return error != null && !isPipe() && !"Broken pipe".equals(error.getMessage());
    }

    /** Returns whether it is a pipe, as far as known: the error is in the language of the host. */
    private static boolean isPipe() {
      try {
        return Files.readSymbolicLink(Paths.get("/proc/self/fd/1")).toString().startsWith("pipe:");
      } catch (IOException e) {
        return false; // this is not Linux
      }
    }
  }

  /**
   * Runs a command in this process.
   *
   * @param out the output; not null
   * @param err progress, warnings and errors; not null
   * @return an {@link ExitCode}
   */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    CommandLine line = new CommandLine(new Yarnext());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setOut(out);
    line.setErr(err);
    line.setExecutionExceptionHandler(Yarnext::failed);
    line.setParameterExceptionHandler(Yarnext::misused);
    if (args.length == 0) {
      line.usage(err);
      return ExitCode.MISUSED;
    }
    try {
      return line.execute(args);
    } catch (ExceptionInInitializerError e) { // Hadoop's classes read HADOOP_CONF_DIR
      err.println(TerminalText.of("yarnext: " + e.getCause() + ": correct HADOOP_CONF_DIR."));
      return ExitCode.MISUSED;
    }
  }

  /** Prints the error in a command line, and the nearest word or the usage. */
  private static int misused(CommandLine.ParameterException e, String[] args) {
    CommandLine line = e.getCommandLine();
    PrintWriter err = line.getErr();
    err.println(e.getMessage());
    Set<String> known = new TreeSet<>(line.getCommandSpec().optionsMap().keySet());
    known.addAll(line.getSubcommands().keySet());
    Stream<String> words =
        e instanceof CommandLine.UnmatchedArgumentException
            ? ((CommandLine.UnmatchedArgumentException) e).getUnmatched().stream()
            : Arrays.stream(args).filter(word -> word.startsWith("--"));
    String nearest =
        words
            .map(word -> word.split("=")[0])
            .filter(word -> !known.contains(word))
            .map(word -> NameSuggester.near(word, known, MAX_DISTANCE))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    if (nearest == null && !line.getSubcommands().isEmpty()) {
      line.usage(err);
    } else {
      // All options would push the message off a terminal.
      err.println(
          (nearest == null ? "" : "Did you mean " + nearest + "? ")
              + "\""
              + line.getCommandSpec().qualifiedName()
              + " --help\" shows all options.");
    }
    return ExitCode.MISUSED;
  }

  private static int failed(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    if (e instanceof AccessDeniedException) {
      message +=
          " cannot be read or written as this user: correct its rights, or run as its owner.";
    } else if (e instanceof NoSuchFileException) {
      message = "There is no file or directory " + message + ": correct the path.";
    } else if (e instanceof FileAlreadyExistsException) {
      message += " is in the way: move it elsewhere, and repeat.";
    } else if (e instanceof FileSystemException && ((FileSystemException) e).getReason() != null) {
      message += ": correct this, and repeat.";
    } else if (e instanceof NumberFormatException) {
      message =
          "A value of the configuration is not a number ("
              + message
              + "): \"yarnext doctor\" names it.";
    } else if (!(e instanceof ToolException)) {
      message = e.getClass().getSimpleName() + ": " + message;
    }
    // It may quote what another user has written, such as the name of a job.
    CommandSpec command = line.getCommandSpec();
    line.getErr().println(TerminalText.of(command.qualifiedName() + ": " + message));
    boolean isMisuse = e instanceof ToolException && ((ToolException) e).isMisuse();
    return isMisuse ? ExitCode.MISUSED : command.exitCodeOnExecutionException();
  }
}
