// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.yarnext.benchmarks.daemons.cluster.ClusterLeftovers;
import org.yarnext.benchmarks.daemons.cluster.DaemonCluster;
import org.yarnext.benchmarks.daemons.cluster.JobHistory;
import org.yarnext.benchmarks.daemons.cluster.UnpackedDistribution;
import org.yarnext.tools.ExitCode;

/**
 * Switches modes of running daemons with {@code yarnext set}, in every direction, while jobs run,
 * and reports how the jobs ended, what was left behind, and whether the audit log is complete.
 */
final class DaemonModeSwitcher {
  /** Expected duration of one switch, with the pause after it, on an idle machine. */
  private static final int SECONDS_A_SWITCH = 2;

  private static final int SECONDS_BEYOND = 60;
  private static final int MAX_PAUSE_MS = 1_500;

  /** Maximum number of checks for leftovers, each of which waits up to 30 s. */
  private static final int LOOKS = 3;

  private static final String OFF = "off";
  private static final String[] SETTINGS = {
    "mapreduce.job.num-opportunistic-maps-percent=60",
    // Short maps, so that there is always something that starts, waits or ends.
    "mapreduce.input.fileinputformat.split.maxsize=65536"
  };

  /** The modes in the order of a round, which has each of the six directions once. */
  private static final List<String> ROUND =
      Collections.unmodifiableList(Arrays.asList("on", "shadow", OFF, "on", OFF, "shadow"));

  private static final List<String> KEYS =
      Collections.unmodifiableList(
          Arrays.asList(
              "yarn.mercury.mode",
              "yarn.mercury.coordinator.mode",
              "yarn.mercury.placement.mode",
              "yarn.mercury.hybrid.mode",
              "yarn.elastic.mode",
              "yarn.mr-orchestrator.mode"));

  private final DaemonsDemo demo;
  private final DaemonCluster cluster;
  private final Random random;
  private final List<String> jobs = Collections.synchronizedList(new ArrayList<>());
  private final DescriptiveStatistics switchedSeconds = new DescriptiveStatistics();
  private final DescriptiveStatistics offSeconds = new DescriptiveStatistics();
  private volatile boolean done;
  private int changes;

  DaemonModeSwitcher(DaemonsDemo demo, DaemonCluster cluster) {
    this.demo = demo;
    this.cluster = cluster;
    this.random = new Random(demo.options.seed);
  }

  /** Returns the expected duration on an idle machine. */
  static int seconds(DaemonsOptions options) {
    return options.switches == 0 ? 0 : 2 * options.switches * SECONDS_A_SWITCH + SECONDS_BEYOND;
  }

  /** Runs all switches, and finally switches everything off. */
  void run() throws Exception {
    ExecutorService client = Executors.newSingleThreadExecutor();
    try {
      Future<?> load = client.submit(() -> runJobs("switched", switchedSeconds, () -> !done));
      demo.steps.run(
          demo.options.switches + " switches of modes while jobs run",
          demo.options.switches * SECONDS_A_SWITCH,
          this::switchModes);
      demo.steps.run(
          "everything is switched off",
          SECONDS_BEYOND,
          () -> {
            for (String key : KEYS) {
              set(key, OFF);
              changes++;
            }
            done = true;
            load.get();
            return jobs.size() + " jobs: " + String.join("; ", jobs);
          });
      demo.steps.run(
          "the same jobs as on stock: everything off, beside commands that change nothing",
          demo.options.switches * SECONDS_A_SWITCH,
          () -> runWithoutSwitches(client));
    } finally {
      done = true;
      client.shutdownNow();
    }
    demo.steps.run("what the jobs left", 5, () -> requireNothingLeft());
    demo.steps.run("the audit logs", 1, this::auditLogs);
  }

  private Void runJobs(String name, DescriptiveStatistics seconds, BooleanSupplier goesOn)
      throws Exception {
    for (int i = 1; goesOn.getAsBoolean(); i++) {
      Path output = demo.options.out.resolve(name + "-" + i);
      long start = System.nanoTime();
      demo.checked(cluster.submitWordCount(cluster.conf(), demo.text(), output, SETTINGS), output);
      seconds.addValue((System.nanoTime() - start) / 1e9);
      String id = cluster.applications().path(0).path("id").asText();
      JobHistory history = new JobHistory(cluster, id);
      if (history.failed() > 0) {
        throw new IllegalStateException(id + " had failed attempts: " + history.failures());
      }
      jobs.add(
          String.format(
              Locale.ROOT,
              "right in %.0f s, attempts killed %d",
              seconds.getElement((int) seconds.getN() - 1),
              history.killed()));
    }
    return null;
  }

  /**
   * Runs as many jobs without switches. Commands without effect use as much CPU as those that
   * switch.
   */
  private String runWithoutSwitches(ExecutorService client) throws Exception {
    long count = switchedSeconds.getN();
    Future<?> load =
        client.submit(() -> runJobs("off", offSeconds, () -> offSeconds.getN() < count));
    while (!load.isDone()) {
      set(KEYS.get(0), OFF, "--dry-run");
      TimeUnit.MILLISECONDS.sleep(random.nextInt(MAX_PAUSE_MS));
    }
    load.get();
    return String.format(
        Locale.ROOT,
        "a job takes %.1f s, and %.1f s while modes switch: %.2f times",
        offSeconds.getMean(),
        switchedSeconds.getMean(),
        switchedSeconds.getMean() / offSeconds.getMean());
  }

  private String switchModes() throws Exception {
    Map<String, Integer> at = new HashMap<>();
    Map<String, Integer> directions = new HashMap<>();
    for (String key : KEYS) {
      set(key, ROUND.get(0));
      changes++;
    }
    List<String> order = new ArrayList<>();
    for (int i = 0; i < demo.options.switches; i++) {
      if (order.isEmpty()) {
        order.addAll(KEYS);
        Collections.shuffle(order, random);
      }
      String key = order.remove(0);
      String before = ROUND.get(at.getOrDefault(key, 0) % ROUND.size());
      String after = ROUND.get(at.merge(key, 1, Integer::sum) % ROUND.size());
      set(key, after);
      changes++;
      directions.merge(before + " to " + after, 1, Integer::sum);
      TimeUnit.MILLISECONDS.sleep(random.nextInt(MAX_PAUSE_MS));
    }
    return directions.toString();
  }

  private void set(String key, String mode, String... options) {
    List<String> command =
        new ArrayList<>(
            Arrays.asList("set", "--conf", cluster.conf().toString(), key + "=" + mode));
    command.addAll(Arrays.asList(options));
    UnpackedDistribution.Answer answer = demo.pack.run(command.toArray(new String[0]));
    if (answer.status != ExitCode.DONE) {
      throw new IllegalStateException(command + ":\n" + answer.text);
    }
  }

  /**
   * Waits until nothing is left behind, several times, because the orchestrator removes the groups
   * of ended containers only once a minute while it is off.
   */
  private String requireNothingLeft() throws Exception {
    String left = ClusterLeftovers.of(cluster);
    for (int i = 1; i < LOOKS && !left.equals(ClusterLeftovers.NOTHING); i++) {
      left = ClusterLeftovers.of(cluster);
    }
    if (!left.equals(ClusterLeftovers.NOTHING)) {
      throw new IllegalStateException("Left behind: " + left);
    }
    return left;
  }

  /**
   * Checks that each daemon's audit log has a line for every change, besides those of the dry runs
   * before; every daemon has all six keys.
   */
  private String auditLogs() throws Exception {
    for (String name : cluster.names()) {
      if (!name.equals("jhs")) {
        long lines =
            Arrays.stream(cluster.log(name).split("\n"))
                .filter(line -> line.contains("AuditLogger") && line.contains("yarnext set"))
                .filter(line -> !line.contains("--dry-run"))
                .count();
        if (lines != changes) {
          throw new IllegalStateException(
              name + " has " + lines + " lines of " + changes + " changes in its audit log");
        }
      }
    }
    return changes + " changes in the log of each daemon";
  }
}
