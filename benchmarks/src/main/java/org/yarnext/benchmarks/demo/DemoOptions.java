// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command line options of {@code yarnext demo}. */
@Command(
    name = "yarnext demo",
    description =
        "Runs the same mix of jobs on a stock cluster and on one with the pack, and"
            + " compares them.",
    sortOptions = false,
    footer = {"Example:", "  bin/yarnext demo --feature elastic"},
    usageHelpWidth = 110)
final class DemoOptions {

  @Option(
      names = "--feature",
      paramLabel = "NAME",
      description =
          "show one feature alone: mercury (with jobs that request opportunistic containers),"
              + " elastic or orchestrator (default all)")
  DemoFeature feature = DemoFeature.ALL;

  @Option(
      names = "--keep",
      description =
          "with --feature mercury: leave the second cluster running until Ctrl-C, and print its web"
              + " addresses")
  boolean keep;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "seed for sizes and arrival times (default 1)")
  long seed = 1;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "directory for the report, logs and files of the clusters (default target/demo)")
  Path out;

  @Option(names = "--stock-only", description = "run only the stock cluster")
  boolean stockOnly;

  @Option(
      names = "--daemons",
      description =
          "instead, install the pack into a stock Hadoop and run it on separate daemons; for its"
              + " own options see --daemons --help")
  boolean daemons;

  @Option(names = "--help", description = "this text")
  boolean help;

  final Path home;
  private final List<String> arguments;

  private DemoOptions(Path home, String... args) {
    this.home = home;
    this.arguments = Arrays.asList(args);
  }

  /**
   * Parses a command line.
   *
   * @param home root of the repository
   * @throws IllegalArgumentException if an option is wrong
   */
  static DemoOptions parse(Path home, String... args) {
    DemoOptions options = new DemoOptions(home.toAbsolutePath().normalize(), args);
    try {
      new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(args);
    } catch (CommandLine.ParameterException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    if (options.keep && options.feature != DemoFeature.MERCURY) {
      throw new IllegalArgumentException("--keep needs --feature mercury");
    }
    options.out =
        options.out == null
            ? options.home.resolve("target").resolve("demo")
            : options.out.toAbsolutePath().normalize();
    return options;
  }

  /**
   * Parses the arguments of a cluster's process: the cluster's name, followed by {@link
   * #arguments}.
   */
  static DemoOptions ofProcess(String... args) {
    return parse(
        Paths.get(System.getProperty("yarnext.home", ".")),
        Arrays.copyOfRange(args, 1, args.length));
  }

  static String usage() {
    return new CommandLine(new DemoOptions(Paths.get("."))).getUsageMessage();
  }

  /** Returns the arguments that were parsed. */
  List<String> arguments() {
    return arguments;
  }

  Path mercurySample() {
    return home.resolve("conf-samples").resolve("mercury");
  }

  /** Returns the directory of the clusters' files. */
  Path clusters() {
    return out.resolve("clusters");
  }

  /** Returns the input directory of the word counts. */
  Path text() {
    return out.resolve("text");
  }

  Path log() {
    return out.resolve("daemons.log");
  }

  Path measurements(String cluster) {
    return out.resolve("measurements-" + cluster);
  }
}
