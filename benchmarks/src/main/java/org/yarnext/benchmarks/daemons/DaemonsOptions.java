// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.yarnext.benchmarks.daemons.cluster.StockHadoop;
import org.yarnext.benchmarks.daemons.cluster.UnpackedDistribution;
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
          "run two sub-clusters with ZooKeeper, a Router and a Global Policy Generator, made from"
              + " two plain clusters")
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
              + " node_hangs, disk_full; with --federation: master, router, generator, zookeeper")
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
              + " NodeManagers first; with --federation, upgrade and roll back once")
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
      names = "--java-home",
      paramLabel = "DIR",
      description =
          "run the daemons, the client and the job with this Java (default: the one that runs the"
              + " demo)")
  Path javaHome = Paths.get(System.getProperty("java.home"));

  @Option(
      names = "--archive",
      paramLabel = "FILE",
      description =
          "use this archive of the distribution, whose bin/yarnext runs in a process that knows"
              + " neither Maven nor the sources (default: the modules of the checkout)")
  Path archive;

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
   * @throws CommandLine.ParameterException if an option is wrong, or another one excludes it
   */
  static DaemonsOptions parse(Path checkout, String... args) {
    DaemonsOptions options = new DaemonsOptions();
    CommandLine line = new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true);
    line.parseArgs(args);
    String conflict = options.conflict();
    if (!conflict.isEmpty()) {
      throw new CommandLine.ParameterException(line, conflict);
    }
    options.javaHome = options.javaHome.toAbsolutePath().normalize();
    options.checkout = checkout.toAbsolutePath().normalize();
    options.out =
        options.out == null
            ? options.checkout.resolve("target").resolve("demo-daemons")
            : options.out.toAbsolutePath().normalize();
    return options;
  }

  /** Returns which options exclude one another, or an empty string if none do. */
  private String conflict() {
    if (kerberos && (federation || upgrade)) {
      return "--kerberos runs its own checks: leave --federation and --upgrade out.";
    }
    boolean isLoaded = switches > 0 || soakMinutes > 0;
    if (count(kills > 0, switches > 0, soakMinutes > 0, upgrade, prometheus != null) > 1) {
      return "--kill, --switch, --soak, --upgrade and --prometheus exclude one another.";
    }
    if (federation && isLoaded) {
      return "--switch and --soak run on one cluster: leave --federation out.";
    }
    if (kerberos && (kills > 0 || isLoaded || prometheus != null)) {
      return "--kerberos runs its own checks: leave --kill, --switch, --soak and --prometheus out.";
    }
    if (archive != null && (kerberos || upgrade)) {
      return "--kerberos and --upgrade use the modules of the checkout: leave --archive out.";
    }
    if (!Files.isExecutable(javaHome.resolve("bin").resolve("java"))) {
      return "--java-home: there is no bin/java in " + javaHome + ".";
    }
    if (!faults.isEmpty() && kills == 0) {
      return "--fault needs --kill.";
    }
    return faults.stream()
        .filter(fault -> !fault.isPossible(federation))
        .findFirst()
        .map(fault -> fault.name().toLowerCase(Locale.ROOT))
        .map(
            fault ->
                federation
                    ? "--federation has no fault " + fault + "."
                    : "The fault " + fault + " needs --federation.")
        .orElse("");
  }

  private static long count(Boolean... options) {
    return Stream.of(options).filter(isSet -> isSet).count();
  }

  /** Creates the stock Hadoop of the run. */
  StockHadoop hadoop() throws IOException {
    Path home = out.resolve("hadoop");
    StockHadoop hadoop =
        hadoopHome == null ? StockHadoop.ofClassPath(home) : StockHadoop.like(hadoopHome, home);
    return hadoop.javaHome(javaHome);
  }

  /** Unpacks the archive, or creates a distribution of the checkout's modules. */
  UnpackedDistribution distribution() throws IOException {
    Path home = out.resolve("yarnext");
    return archive == null
        ? UnpackedDistribution.make(checkout, home)
        : UnpackedDistribution.ofArchive(archive, home);
  }

  static String usage() {
    return new CommandLine(new DaemonsOptions()).getUsageMessage();
  }

  /** Returns the root of the source tree that {@code bin/yarnext} passes. */
  static Path checkout() {
    return Paths.get(System.getProperty("yarnext.home", "."));
  }
}
