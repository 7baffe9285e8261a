// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.benchmarks.daemons.cluster.ClusterLeftovers;
import org.yarnext.benchmarks.daemons.cluster.DaemonCluster;
import org.yarnext.benchmarks.daemons.cluster.JobHistory;
import org.yarnext.benchmarks.daemons.cluster.LaterBuild;
import org.yarnext.benchmarks.daemons.cluster.StockHadoop;
import org.yarnext.benchmarks.daemons.cluster.UnpackedDistribution;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.DaemonProcess;

/**
 * Demonstrates a rolling upgrade while jobs run: upgrades the hosts one by one to a {@link
 * LaterBuild}, ResourceManager first; rolls back, NodeManagers first; and upgrades again,
 * NodeManagers first. Every host has its own Hadoop home.
 *
 * <p>A step throws if a job fails or counts wrong, if an attempt fails, if a stored format is
 * neither read nor rejected with a message, or if doctor reports more than the difference of
 * versions.
 */
final class DaemonsUpgrade {

  /** Expected extra time over the plain demo, on an idle machine. */
  static final int SECONDS = 400;

  private static final long BEGIN_MS = 60_000;

  /** A daemon that has just started answers slowly on a slow machine. */
  private static final String TIMEOUT_SECONDS = "90";

  private static final String GATEWAY = "gateway";

  /**
   * Diagnostics of a container start that stock lost: the NodeManager was stopped during the start
   * (exit status 154), or answered before it had registered.
   */
  private static final Pattern LOST = Pattern.compile("\\b154\\b|allocated by a previous RM");

  private static final String MIXED = "They run different versions of the pack";
  private static final String REFUSAL = "was not readable and has been set aside";
  private static final List<String> MANAGER_FIRST = Arrays.asList("rm", "nm1", "nm2", "nm3");
  private static final List<String> NODES_FIRST = Arrays.asList("nm1", "nm2", "nm3", "rm");

  private final DaemonsDemo demo;
  private final Path out;
  private final Map<String, StockHadoop> homes = new LinkedHashMap<>();
  private UnpackedDistribution later;
  private DaemonCluster cluster;
  private DaemonProcess client;
  private Path output;
  private String application;
  private int jobs;
  private int checked;
  private int lostAttempts;
  private int killedAttempts;

  DaemonsUpgrade(DaemonsDemo demo) {
    this.demo = demo;
    this.out = demo.options.out;
  }

  void run() throws Exception {
    demo.makeHadoop();
    demo.steps.run(
        "a second build, and a Hadoop home for each host",
        10,
        () -> {
          later =
              UnpackedDistribution.makeLater(
                  demo.options.checkout, out.resolve("yarnext-" + LaterBuild.VERSION));
          homes.put(GATEWAY, demo.hadoop);
          for (String host : MANAGER_FIRST) {
            Path home = out.resolve("hosts").resolve(host);
            homes.put(
                host, StockHadoop.like(demo.hadoop.home(), home).javaHome(demo.options.javaHome));
          }
          return "version " + LaterBuild.VERSION + ", " + homes.size() + " homes";
        });
    try (DaemonCluster made =
        new DaemonCluster(out.resolve("cluster"), demo.hadoop, 0, DaemonsDemo.NODES)) {
      cluster = made;
      run(made.conf());
    } finally {
      if (client != null) {
        client.close();
      }
    }
  }

  private void run(Path conf) throws Exception {
    // Starting a daemon again takes long on a slow machine.
    cluster.set(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, "300000");
    for (String host : MANAGER_FIRST) {
      cluster.home(host, homes.get(host));
    }
    Map<String, String> confBefore = StockHadoop.tree(conf);
    Map<String, String> homeBefore = StockHadoop.tree(demo.hadoop.home());
    for (Map.Entry<String, StockHadoop> host : homes.entrySet()) {
      demo.command(2, "install", "--hadoop-home", home(host.getKey()), "--role", role(host));
    }
    demo.command(
        6,
        "configure",
        "--from",
        conf.toString(),
        "--in-place",
        "--enable",
        DaemonsDemo.FEATURES,
        "--mode",
        "on");
    demo.startDaemons(cluster);
    roll("upgrade, ResourceManager first", later, MANAGER_FIRST);
    demo.steps.run("formats after the upgrade", 1, this::formatsAfterUpgrade);
    roll("roll-back, NodeManagers first", demo.pack, NODES_FIRST);
    demo.steps.run("formats after the roll-back", 1, this::formatsAfterRollBack);
    roll("upgrade, NodeManagers first", later, NODES_FIRST);
    demo.steps.run("what the jobs left", 5, this::nothingIsLeft);
    demo.end(cluster);
    demo.command(later, 4, "configure", "--from", conf.toString(), "--in-place", "--disable");
    for (String host : homes.keySet()) {
      demo.command(later, 1, "uninstall", "--hadoop-home", home(host));
    }
    for (StockHadoop each : homes.values()) {
      demo.compare(each.home(), homeBefore, confBefore, conf);
    }
  }

  private String home(String host) {
    return homes.get(host).home().toString();
  }

  private static String role(Map.Entry<String, StockHadoop> host) {
    String name = host.getKey();
    return name.equals("rm")
        ? "resourcemanager"
        : name.startsWith("nm") ? "nodemanager" : "gateway";
  }

  /** Brings all hosts to a version. A job runs while each daemon restarts. */
  private void roll(String title, UnpackedDistribution to, List<String> hosts) throws Exception {
    int before = checked;
    for (int i = 0; i < hosts.size(); i++) {
      String host = hosts.get(i);
      boolean isLast = i == hosts.size() - 1;
      demo.steps.run(title + ": " + host, 25, () -> restart(host, to, isLast));
    }
    demo.command(to, 2, "upgrade", "--hadoop-home", home(GATEWAY));
    demo.steps.run(
        title + ": jobs",
        40,
        () -> {
          checkJob();
          return String.format(
              Locale.ROOT,
              "%d right; attempts so far: %d not started by stock, none failed, %d killed",
              checked - before,
              lostAttempts,
              killedAttempts);
        });
  }

  private String restart(String host, UnpackedDistribution to, boolean isLast) throws Exception {
    awaitJob();
    String running = cluster.containerPids().size() + " processes of containers ran on";
    to.done("upgrade", "--hadoop-home", home(host));
    cluster.terminate(host);
    cluster.start(host);
    cluster.awaitReady();
    return running + "; doctor --live " + doctor(isLast);
  }

  /** Checks that doctor reports nothing, or only the difference while versions differ. */
  private String doctor(boolean isOneVersion) {
    UnpackedDistribution.Answer answer =
        demo.pack.run(
            "doctor", "--conf", cluster.conf().toString(), "--live", "--timeout", TIMEOUT_SECONDS);
    List<String> lines =
        Arrays.stream(answer.text.split("\n"))
            .filter(line -> !line.isEmpty())
            .collect(Collectors.toList());
    boolean isRight =
        isOneVersion ? lines.isEmpty() : lines.size() == 1 && lines.get(0).contains(MIXED);
    if (!isRight) {
      throw new IllegalStateException("yarnext doctor finds:\n" + answer.text);
    }
    return isOneVersion ? "finds nothing" : "finds two versions";
  }

  /** Ensures that a job is running. If the last one has ended, checks it and submits another. */
  private void awaitJob() throws Exception {
    if (client != null && client.isAlive()) {
      return;
    }
    checkJob();
    output = out.resolve("counts-" + ++jobs);
    client =
        cluster.submitWordCount(
            cluster.conf(),
            demo.text(),
            output,
            // Enough maps, a few at a time, that the job lasts several restarts.
            "mapreduce.input.fileinputformat.split.maxsize=65536",
            "mapreduce.map.memory.mb=1024",
            "mapreduce.job.num-opportunistic-maps-percent=50",
            // The shuffle waits for a node as long as the ResourceManager does.
            "mapreduce.reduce.shuffle.fetch.retry.timeout-ms=300000");
    Await.until(
        "a container of a job",
        BEGIN_MS,
        () -> !cluster.running().isMissingNode() && !cluster.containerPids().isEmpty());
    application = cluster.running().path("id").asText();
  }

  /** Waits for the end of the job, if there is one, and checks its result and its attempts. */
  private void checkJob() throws IOException {
    if (client == null) {
      return;
    }
    demo.checked(client, output);
    client = null;
    JobHistory history = new JobHistory(cluster, application);
    Map<String, String> failures =
        history.failed() == 0 ? Collections.emptyMap() : history.failures();
    int lost = 0;
    for (Map.Entry<String, String> each : failures.entrySet()) {
      lost += LOST.matcher(each.getValue()).find() || wasQueued(each.getKey()) ? 1 : 0;
    }
    int masters = cluster.applicationAttempts(application);
    require(
        masters == 1 && lost == history.failed(),
        application + " had " + masters + " masters and failed attempts: " + failures);
    lostAttempts += lost;
    killedAttempts += history.killed();
    checked++;
  }

  /**
   * Returns whether a NodeManager stopped after it had taken a container from stock's queue and
   * before it had started the process. On recovery stock then starts the container without its
   * files.
   */
  private boolean wasQueued(String container) throws IOException {
    for (String node : nodes()) {
      if (cluster.log(node).contains("Recovering " + container + " in state QUEUED")) {
        return true;
      }
    }
    return false;
  }

  /** Checks that the later build has read format 1 and writes format 2. */
  private String formatsAfterUpgrade() throws IOException {
    int written = 0;
    for (String node : nodes()) {
      require(files(node, LaterBuild.CHANGED_FILE + ".corrupt").isEmpty(), node + " read nothing");
      for (Path file : files(node, LaterBuild.CHANGED_FILE)) {
        require(isLater(file), file + " is not of the later format");
        written++;
      }
    }
    require(written > 0, "No node has stored run times");
    return written + " nodes write format " + LaterBuild.CHANGED_FORMAT + ", none refused format 1";
  }

  /**
   * Checks that the current build has rejected format 2 with a message, and no longer writes it.
   */
  private String formatsAfterRollBack() throws IOException {
    int refused = 0;
    for (String node : nodes()) {
      for (Path file : files(node, LaterBuild.CHANGED_FILE + ".corrupt")) {
        require(isLater(file), file + " is not of the later format");
        require(cluster.log(node).contains(REFUSAL), node + " says nothing of " + file);
        refused++;
      }
      for (Path file : files(node, LaterBuild.CHANGED_FILE)) {
        require(!isLater(file), file + " is of the later format");
      }
    }
    require(refused > 0, "No node has refused stored run times");
    return refused + " nodes refused format " + LaterBuild.CHANGED_FORMAT + " and logged it";
  }

  private List<String> nodes() {
    return NODES_FIRST.subList(0, DaemonsDemo.NODES);
  }

  private List<Path> files(String node, String name) throws IOException {
    try (Stream<Path> all = Files.walk(cluster.directory(node).resolve("recovery"))) {
      return all.filter(file -> file.endsWith(name)).collect(Collectors.toList());
    }
  }

  private static boolean isLater(Path file) throws IOException {
    return new String(Files.readAllBytes(file), UTF_8)
        .contains("\"version\":" + LaterBuild.CHANGED_FORMAT);
  }

  private static void require(boolean isRight, String otherwise) {
    if (!isRight) {
      throw new IllegalStateException(otherwise + ".");
    }
  }

  private String nothingIsLeft() throws Exception {
    String left = ClusterLeftovers.of(cluster);
    require(left.equals(ClusterLeftovers.NOTHING), "There is left: " + left);
    return left;
  }
}
