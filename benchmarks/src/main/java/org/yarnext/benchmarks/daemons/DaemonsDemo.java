// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileUtil;
import org.yarnext.benchmarks.daemons.cluster.ClusterLeftovers;
import org.yarnext.benchmarks.daemons.cluster.DaemonCluster;
import org.yarnext.benchmarks.daemons.cluster.StockHadoop;
import org.yarnext.benchmarks.daemons.cluster.UnpackedDistribution;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.jobs.WordCountResult;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.DaemonProcess;
import picocli.CommandLine;

/**
 * Main class of the demo on separate daemons: installs and configures the pack on a stock cluster,
 * checks it, runs a job, and uninstalls it without a trace.
 */
public final class DaemonsDemo {

  private static final int TEXT_FILES = 8;
  private static final int TEXT_FILE_BYTES = 1 << 18;
  static final int NODES = 3;
  private static final int SHOWN_LINES = 4;
  private static final long CLEAN_MS = 60_000;
  private static final long JOB_MS = 300_000;
  private static final int EXPECTED_SECONDS = 110;
  static final String FEATURES = "mercury,elastic,orchestrator,tez";
  private static final String ROLES = "resourcemanager,nodemanager,gateway";

  final DaemonsOptions options;
  final Progress progress;
  final DemoStepRunner steps;
  UnpackedDistribution pack;
  StockHadoop hadoop;

  private DaemonsDemo(DaemonsOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
    this.steps = new DemoStepRunner(progress, expectedSeconds(options));
  }

  private static int expectedSeconds(DaemonsOptions options) {
    return EXPECTED_SECONDS
        + (options.federation ? 60 : 0)
        + (options.kerberos ? 40 : 0)
        + (options.upgrade ? DaemonsUpgrade.SECONDS : 0)
        + DaemonFaultInjector.seconds(options)
        + DaemonModeSwitcher.seconds(options)
        + DaemonSoak.seconds(options);
  }

  /**
   * Runs the demo. Exits with 0 if every step succeeded, with 1 if not, and with 2 if the command
   * line is wrong. Ctrl-C ends all processes that it has started.
   */
  public static void main(String[] args) {
    DaemonsOptions options;
    try {
      options = DaemonsOptions.parse(DaemonsOptions.checkout(), args);
    } catch (CommandLine.ParameterException e) {
      System.err.println(e.getMessage() + System.lineSeparator() + DaemonsOptions.usage());
      System.exit(2);
      return;
    }
    if (options.help) {
      System.out.println(DaemonsOptions.usage());
      return;
    }
    int status = 1;
    try {
      run(options, Progress.onStandardOutput());
      status = 0;
    } catch (Exception e) {
      System.err.println("The demo failed: " + e.getMessage());
      System.err.println("See the files in " + options.out);
    }
    System.exit(status);
  }

  /**
   * Runs the demo.
   *
   * @throws IllegalStateException if a step failed; the files then remain
   */
  static void run(DaemonsOptions options, Progress progress) throws Exception {
    FileUtil.fullyDelete(options.out.toFile());
    Files.createDirectories(options.out);
    DaemonsDemo demo = new DaemonsDemo(options, progress);
    if (options.federation) {
      new DaemonsFederation(demo).run();
    } else if (options.kerberos) {
      new DaemonsKerberos(demo).run();
    } else if (options.upgrade) {
      new DaemonsUpgrade(demo).run();
    } else {
      demo.plain();
    }
    progress.say("");
    progress.say(demo.steps.table());
    if (!options.keep) {
      FileUtil.fullyDelete(options.out.toFile());
    }
  }

  private void plain() throws Exception {
    Path out = options.out;
    makeHadoop();
    DaemonCluster[] made = new DaemonCluster[1];
    steps.run(
        "a stock cluster's configuration",
        1,
        () -> {
          made[0] = new DaemonCluster(out.resolve("cluster"), hadoop, 0, NODES);
          return made[0].conf().toString();
        });
    try (DaemonCluster cluster = made[0];
        DaemonFaultInjector faults = DaemonFaultInjector.of(this, cluster)) {
      Path conf = cluster.conf();
      Map<String, String> homeBefore = StockHadoop.tree(hadoop.home());
      Map<String, String> confBefore = StockHadoop.tree(conf);
      startWithPack(cluster);
      if (options.kills > 0) {
        progress.say(faults.run());
      } else if (options.switches > 0) {
        new DaemonModeSwitcher(this, cluster).run();
      } else if (options.soakMinutes > 0) {
        new DaemonSoak(this, cluster).run();
      } else {
        try (PrometheusMonitor monitor = PrometheusMonitor.of(this, cluster)) {
          wordCount(cluster, conf, "mapreduce.job.num-opportunistic-maps-percent=100");
          PrometheusMonitor.check(this, monitor, "tez|federation|mercury_promotion");
        }
        status(conf);
        top(conf);
        explain("--daemon", cluster.webAddresses(), cluster);
        explain("--conf", conf.toString(), cluster);
        hold(cluster);
      }
      end(cluster);
      command(4, "configure", "--from", conf.toString(), "--in-place", "--disable");
      command(2, "uninstall", "--hadoop-home", hadoop.home().toString());
      compare(homeBefore, confBefore, conf);
    }
  }

  /** Leaves the daemons running until the user presses Enter, if requested. */
  void hold(DaemonCluster cluster) throws IOException {
    if (options.hold) {
      for (String daemon : cluster.names()) {
        if (!daemon.equals("jhs")) {
          progress.say("    " + cluster.url(daemon) + "/yarnext/");
        }
      }
      progress.say("    Enter ends the daemons.");
      System.in.read();
    }
  }

  /** Installs and configures the pack, starts the daemons, and checks all of it with doctor. */
  void startWithPack(DaemonCluster cluster) throws Exception {
    command(4, "install", "--hadoop-home", hadoop.home().toString(), "--role", ROLES);
    command(
        6,
        "configure",
        "--from",
        cluster.conf().toString(),
        "--in-place",
        "--enable",
        FEATURES,
        "--mode",
        "on");
    doctor("doctor, configuration", 4, cluster.conf());
    startDaemons(cluster);
    doctor("doctor, running daemons", 5, cluster.conf(), "--live");
  }

  void end(DaemonCluster cluster) throws Exception {
    steps.run(
        "the daemons end",
        2,
        () -> {
          Await.until(
              () ->
                  "containers to leave nothing: processes "
                      + pids(cluster)
                      + ", "
                      + ClusterLeftovers.groups(cluster),
              CLEAN_MS,
              () ->
                  cluster.containerPids().isEmpty()
                      && ClusterLeftovers.directories(cluster) == 0
                      && ClusterLeftovers.groups(cluster).isEmpty());
          cluster.stop();
          return "no process, directory or cgroup of a container is left";
        });
  }

  private static String pids(DaemonCluster cluster) {
    try {
      return cluster.containerPids().toString();
    } catch (IOException e) {
      return e.toString();
    }
  }

  void compare(Map<String, String> homeBefore, Map<String, String> confBefore, Path conf)
      throws Exception {
    compare(hadoop.home(), homeBefore, confBefore, conf);
  }

  void compare(Path home, Map<String, String> homeBefore, Map<String, String> confBefore, Path conf)
      throws Exception {
    steps.run(
        "comparison with before",
        2,
        () -> {
          requireSame(homeBefore, StockHadoop.tree(home));
          requireSame(confBefore, StockHadoop.tree(conf));
          return homeBefore.size()
              + " files of Hadoop and "
              + confBefore.size()
              + " of the configuration are as they were";
        });
  }

  void makeHadoop() throws Exception {
    steps.run(
        "a stock Hadoop home, and the distribution",
        6,
        () -> {
          hadoop = options.hadoop();
          pack = options.distribution();
          WordText.write(text(), options.seed, TEXT_FILES, TEXT_FILE_BYTES);
          return hadoop.home().toString();
        });
  }

  Path text() {
    return options.out.resolve("text");
  }

  /** Runs a command of bin/yarnext, which must succeed. */
  void command(int expected, String... command) throws Exception {
    command(pack, expected, command);
  }

  /** Runs a command of bin/yarnext of the given distribution, which must succeed. */
  void command(UnpackedDistribution of, int expected, String... command) throws Exception {
    steps.run(
        "yarnext "
            + command[0]
            + (Arrays.asList(command).contains("--disable") ? " --disable" : ""),
        expected,
        () -> {
          String[] lines = of.done(command).split("\n");
          for (String line : lines) {
            if (line.startsWith("Note:") || line.startsWith("Next:")) {
              progress.say("    " + line);
            }
          }
          return "done";
        });
  }

  void doctor(String title, int expected, Path conf, String... more) throws Exception {
    List<String> command =
        new ArrayList<>(
            Arrays.asList(
                "doctor", "--conf", conf.toString(), "--hadoop-home", hadoop.home().toString()));
    Collections.addAll(command, more);
    steps.run(
        title,
        expected,
        () -> {
          UnpackedDistribution.Answer answer = pack.run(command.toArray(new String[0]));
          if (answer.status == 0 && answer.text.isEmpty()) {
            return "finds nothing";
          }
          throw new IllegalStateException("yarnext doctor finds:\n" + answer.text);
        });
  }

  /** Runs "yarnext status", which must find the cluster healthy and see every daemon. */
  void status(Path conf) throws Exception {
    steps.run(
        "yarnext status",
        4,
        () -> {
          UnpackedDistribution.Answer answer = pack.run("status", "--conf", conf.toString());
          String verdict = answer.text.split("\n", 2)[0];
          String daemons = "Healthy: ResourceManager 1, NodeManager " + NODES;
          if (answer.status != 0 || !verdict.startsWith(daemons)) {
            throw new IllegalStateException("yarnext status says:\n" + answer.text);
          }
          return verdict;
        });
  }

  void startDaemons(DaemonCluster cluster) throws Exception {
    steps.run(
        "stock daemons start: " + String.join(", ", cluster.names()),
        35,
        () -> {
          cluster.start();
          cluster.awaitReady();
          return cluster.url("rm");
        });
  }

  void wordCount(DaemonCluster cluster, Path clientConf, String... settings) throws Exception {
    steps.run(
        "word count of " + TEXT_FILES + " texts",
        30,
        () -> {
          Path output = options.out.resolve("counts");
          DaemonProcess client = cluster.submitWordCount(clientConf, text(), output, settings);
          return checked(client, output);
        });
  }

  /**
   * Waits for the end of a word count and checks its result.
   *
   * @throws IllegalStateException if it failed, or its counts are wrong
   */
  String checked(DaemonProcess client, Path output) throws IOException {
    int status = client.awaitEnd(JOB_MS);
    String tail = client.tail();
    client.close();
    if (status != 0) {
      throw new IllegalStateException("The word count ended with " + status + tail);
    }
    SortedMap<String, Long> truth = WordText.count(text());
    if (!WordCountResult.read(output, 0).counts.equals(truth)) {
      throw new IllegalStateException("The counts are wrong: see " + output);
    }
    return truth.size() + " counts are right";
  }

  /** Runs "yarnext top" for two blocks, of which the second has rates. */
  void top(Path conf) throws Exception {
    steps.run(
        "yarnext top",
        6,
        () -> {
          String text = pack.done("top", "--conf", conf.toString(), "--iterations", "2");
          if (!text.contains("MercuryCoordinator")) {
            throw new IllegalStateException("yarnext top says:\n" + text);
          }
          return text.split("\n").length + " lines";
        });
  }

  /** Runs "yarnext explain" for an application, which must show decisions about it. */
  void explain(String option, String daemons, DaemonCluster cluster) throws Exception {
    steps.run(
        "yarnext explain " + option,
        3,
        () -> {
          String id = cluster.applications().path(0).path("id").asText();
          String[] lines = pack.done("explain", option, daemons, id).split("\n");
          for (int i = 0; i < Math.min(SHOWN_LINES, lines.length); i++) {
            progress.say("    " + lines[i]);
          }
          long decisions = Arrays.stream(lines).filter(line -> line.contains(" about ")).count();
          if (decisions == 0) {
            throw new IllegalStateException("It shows no decision about " + id);
          }
          return decisions + " decisions about " + id;
        });
  }

  private static void requireSame(Map<String, String> before, Map<String, String> after) {
    if (!before.equals(after)) {
      Map<String, String> gone = new TreeMap<>(before);
      gone.entrySet().removeAll(after.entrySet());
      Map<String, String> come = new TreeMap<>(after);
      come.entrySet().removeAll(before.entrySet());
      throw new IllegalStateException("Not as before: was " + gone + ", is " + come);
    }
  }
}
