// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command line options of {@code yarnext demo --daemons}. */
@Command(
    name = "yarnext demo",
    description =
        "Installs the pack into a stock Hadoop, configures and checks it, runs a MapReduce job on"
            + " daemons in separate processes, shows what the pack did, and uninstalls it.",
    sortOptions = false,
    footer = {"Example:", "  bin/yarnext demo --daemons --federation --hold"},
    usageHelpWidth = 110)
final class DaemonsOptions {

  @Option(names = "--daemons", description = "run this demo", required = true)
  boolean daemons;

  @Option(
      names = "--federation",
      description =
          "run two sub-clusters with ZooKeeper and a Router, made from two plain clusters")
  boolean federation;

  @Option(
      names = "--kerberos",
      description =
          "run a cluster with Kerberos and ACLs, and show what works with a ticket and what is"
              + " refused without")
  boolean kerberos;

  @Option(
      names = "--kill",
      paramLabel = "ROUNDS",
      arity = "0..1",
      fallbackValue = "5",
      description =
          "instead of showing decisions, make each daemon fail at random moments while jobs run,"
              + " ROUNDS times (default 5), and report how the jobs ended and what was left behind."
              + " Faults: kill -9, a stop of 30 s, and a full disk, which needs root to mount a"
              + " tmpfs")
  int kills;

  @Option(
      names = "--fault",
      split = ",",
      paramLabel = "FAULT",
      description =
          "with --kill, only these faults: manager, node, master, history, manager_hangs,"
              + " node_hangs, disk_full; with --federation also router, zookeeper")
  List<DaemonFault> faults = new ArrayList<>();

  @Option(
      names = "--switch",
      paramLabel = "N",
      arity = "0..1",
      fallbackValue = "100",
      description =
          "instead of showing decisions, switch modes of the running daemons N times (default 100)"
              + " in all directions while jobs run, and report how the jobs ended")
  int switches;

  @Option(
      names = "--soak",
      paramLabel = "MINUTES",
      arity = "0..1",
      fallbackValue = "30",
      description =
          "instead of showing decisions, run jobs for MINUTES (default 30), and compare heap,"
              + " threads and open files of the daemons at the end with the start")
  int soakMinutes;

  @Option(
      names = "--upgrade",
      description =
          "instead of showing decisions, upgrade the hosts one by one to a second build while jobs"
              + " run: first with the ResourceManager first, then roll back, then with the"
              + " NodeManagers first")
  boolean upgrade;

  @Option(
      names = "--prometheus",
      paramLabel = "PROGRAM",
      arity = "0..1",
      fallbackValue = "prometheus",
      description =
          "scrape the daemons with this Prometheus (default: the one on the PATH) during the job,"
              + " and check that each query of dashboards/ has data")
  String prometheus;

  @Option(
      names = "--hold",
      description =
          "leave the daemons running after the job until Enter is pressed, so that you"
              + " can look at them")
  boolean hold;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "seed for the moments of faults and the input text (default 1)")
  long seed = 1;

  @Option(
      names = "--hadoop-home",
      paramLabel = "DIR",
      description =
          "use the jars of this Hadoop, which is not changed (default: the jars that Maven"
              + " downloaded)")
  Path hadoopHome;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "working directory, emptied first (default target/demo-daemons)")
  Path out;

  @Option(names = "--keep", description = "keep the files of the run in --out")
  boolean keep;

  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  /** Root of the source tree. */
  Path checkout;

  /**
   * Parses a command line.
   *
   * @throws CommandLine.ParameterException if an option is wrong
   */
  static DaemonsOptions parse(Path checkout, String... args) {
    DaemonsOptions options = new DaemonsOptions();
    new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(args);
    options.checkout = checkout.toAbsolutePath().normalize();
    options.out =
        options.out == null
            ? options.checkout.resolve("target").resolve("demo-daemons")
            : options.out.toAbsolutePath().normalize();
    return options;
  }

  static String usage() {
    return new CommandLine(new DaemonsOptions()).getUsageMessage();
  }

  /** Returns the root of the source tree that {@code bin/yarnext} passes. */
  static Path checkout() {
    return Paths.get(System.getProperty("yarnext.home", "."));
  }
}
