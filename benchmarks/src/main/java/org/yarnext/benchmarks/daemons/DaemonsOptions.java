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

/** Command line options of the demo on separate daemons. */
@Command(
    name = "yarnext demo",
    description =
        "Installs the pack into a stock Hadoop, configures and checks it, runs a MapReduce job on"
            + " daemons in processes of their own, shows what the pack did, and takes it out again.",
    sortOptions = false,
    usageHelpWidth = 110)
final class DaemonsOptions {

  @Option(names = "--daemons", description = "this demo", required = true)
  boolean daemons;

  @Option(
      names = "--federation",
      description = "two sub-clusters with ZooKeeper and a Router, made of two plain clusters")
  boolean federation;

  @Option(
      names = "--kerberos",
      description =
          "on a cluster with Kerberos and ACLs: what works with a ticket, and what others are refused")
  boolean kerberos;

  @Option(
      names = "--kill",
      paramLabel = "ROUNDS",
      arity = "0..1",
      fallbackValue = "5",
      description =
          "instead of showing decisions, harm each daemon at random moments, ROUNDS times (default 5),"
              + " while jobs run, and tell how the jobs ended and what was left behind: kill -9, a stop"
              + " of 30 s, and a full disk, for which it mounts a tmpfs as root")
  int kills;

  @Option(
      names = "--fault",
      split = ",",
      paramLabel = "FAULT",
      description =
          "with --kill, these alone: manager, node, master, history, manager_hangs, node_hangs,"
              + " disk_full; with --federation router, zookeeper")
  List<DaemonFault> faults = new ArrayList<>();

  @Option(
      names = "--switch",
      paramLabel = "N",
      arity = "0..1",
      fallbackValue = "100",
      description =
          "instead of showing decisions, switch modes of the running daemons N times (default 100), in"
              + " every direction, while jobs run, and tell how they ended")
  int switches;

  @Option(
      names = "--soak",
      paramLabel = "MINUTES",
      arity = "0..1",
      fallbackValue = "30",
      description =
          "instead of showing decisions, run jobs for so long (default 30), and compare heap, threads and"
              + " open files of the daemons at the end with those at the beginning")
  int soakMinutes;

  @Option(
      names = "--upgrade",
      description =
          "instead of showing decisions, upgrade the hosts one by one to a second build while jobs run,"
              + " ResourceManager first, roll back, and upgrade again, NodeManagers first")
  boolean upgrade;

  @Option(
      names = "--prometheus",
      paramLabel = "PROGRAM",
      arity = "0..1",
      fallbackValue = "prometheus",
      description =
          "let this Prometheus (default: that of the PATH) scrape the daemons during the job, and check"
              + " that each query of dashboards/ has data")
  String prometheus;

  @Option(
      names = "--hold",
      description = "after the job leave the daemons running, to look at, until Enter is pressed")
  boolean hold;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "draw the moments of kills and the text from another seed (default 1)")
  long seed = 1;

  @Option(
      names = "--hadoop-home",
      paramLabel = "DIR",
      description =
          "take the jars of this Hadoop, which is not changed; those that Maven has fetched unless"
              + " given")
  Path hadoopHome;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where it works (default target/demo-daemons); emptied first")
  Path out;

  @Option(names = "--keep", description = "leave the files of the run there")
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
