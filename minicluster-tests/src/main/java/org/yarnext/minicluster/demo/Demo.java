/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.minicluster.demo;

import static org.apache.hadoop.yarn.conf.YarnConfiguration.NM_CONTAINER_QUEUING_MAX_QUEUE_LENGTH;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.NM_CONTAINER_QUEUING_MIN_QUEUE_LENGTH;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.fs.FileUtil;
import org.yarnext.minicluster.ClusterSettings;
import org.yarnext.minicluster.MiniCluster;
import org.yarnext.minicluster.WordText;

/** Runs the same mix of jobs on a stock cluster and on one with Mercury, and compares. */
public final class Demo {

  private static final int NODES = 4;
  private static final int NODE_MB = 2048;
  private static final int NODE_VCORES = 8;
  private static final int NODE_HEARTBEAT_MS = 250;
  private static final int STOCK_QUEUE_LENGTH = 50;
  private static final int TEXT_FILES = 3;
  private static final int TEXT_FILE_BYTES = 1 << 20;

  private final DemoOptions options;
  private final Progress progress;
  private final Path text;
  private final Scenario scenario;
  private final List<Measurements> measured = new ArrayList<>();
  private MiniCluster kept;

  private Demo(DemoOptions options) {
    this.options = options;
    this.progress = new Progress(System.out, System.console() != null);
    this.text = options.out.resolve("text");
    this.scenario = Scenario.of(options.seed);
  }

  /**
   * Exits with 0 if all word counts are right, 1 if not or if the demo failed, 2 for a wrong
   * command line.
   */
  public static void main(String[] args) {
    DemoOptions options;
    try {
      options = DemoOptions.parse(Paths.get(System.getProperty("yarnext.home", ".")), args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + System.lineSeparator() + DemoOptions.USAGE);
      System.exit(2);
      return;
    }
    if (options.help) {
      System.out.println(DemoOptions.USAGE);
      return;
    }
    Path log = options.out.resolve("daemons.log");
    int status = 1;
    try {
      Files.createDirectories(options.out);
      DaemonLog.into(log);
      status = new Demo(options).run();
    } catch (IOException | InterruptedException | RuntimeException e) {
      System.err.println(
          "The demo failed: " + e.getMessage() + System.lineSeparator() + "See " + log);
      org.slf4j.LoggerFactory.getLogger(Demo.class).error("The demo failed", e);
    }
    // Daemons leave threads behind.
    System.exit(status);
  }

  private int run() throws IOException, InterruptedException {
    long start = System.nanoTime();
    clean();
    progress.say(
        String.format(
            "Seed %d: %d jobs of %d short opportunistic containers in all, %d guaranteed ones, a MapReduce and a Tez"
                + " word count",
            options.seed,
            scenario.jobs.size(),
            scenario.opportunisticTasks(),
            scenario.guaranteedArrivalsMs.size()));
    WordText.write(text, options.seed, TEXT_FILES, TEXT_FILE_BYTES);
    SortedMap<String, Long> truth = WordText.count(text);
    measure("stock", stock(), false);
    if (!options.stockOnly) {
      measure("mercury", settings("mercury").confSample(options.mercurySample()), options.keep);
    }
    int status = report(truth, (System.nanoTime() - start) / 1_000_000_000L);
    if (kept != null) {
      keep();
    }
    return status;
  }

  private ClusterSettings settings(String name) {
    return MiniCluster.named(name)
        .nodes(NODES)
        .nodeSize(NODE_MB, NODE_VCORES)
        .heartbeatMs(NODE_HEARTBEAT_MS)
        .baseDir(clusters());
  }

  /**
   * Stock YARN at its best: by default the ResourceManager lets a node queue 5 to 15 containers and
   * has all others stopped; under this load it would stop more containers than it runs.
   */
  private ClusterSettings stock() {
    return settings("stock")
        .opportunistic(STOCK_QUEUE_LENGTH)
        .set(NM_CONTAINER_QUEUING_MIN_QUEUE_LENGTH, Integer.toString(STOCK_QUEUE_LENGTH))
        .set(NM_CONTAINER_QUEUING_MAX_QUEUE_LENGTH, Integer.toString(STOCK_QUEUE_LENGTH));
  }

  private Path clusters() {
    return options.out.resolve("clusters");
  }

  private void measure(String name, ClusterSettings settings, boolean keepIt)
      throws IOException, InterruptedException {
    progress.say("Starting a cluster of " + NODES + " nodes: " + name);
    MiniCluster cluster = settings.start();
    try {
      progress.say("Running the jobs on " + cluster.webAddress());
      measured.add(new ScenarioRun(scenario, text, progress).on(cluster, name));
      if (keepIt) {
        kept = cluster;
      }
    } finally {
      if (kept == null) {
        progress.update("  stopping " + name);
        cluster.close();
      }
    }
  }

  private int report(SortedMap<String, Long> truth, long seconds) throws IOException {
    Comparison comparison = new Comparison(measured);
    progress.say("");
    progress.say(comparison.text());
    List<String> wrong = WordCountCheck.differences(truth, measured);
    if (wrong.isEmpty()) {
      progress.say(
          "All "
              + 2 * measured.size()
              + " word counts equal the one computed without a cluster ("
              + truth.size()
              + " words).");
    } else {
      wrong.forEach(line -> progress.say("WRONG: " + line));
    }
    Path file = options.out.resolve("report.html");
    new HtmlReport(comparison, measured, facts()).write(file);
    progress.say("Report: " + file + "   (" + seconds + " s)");
    return wrong.isEmpty() ? 0 : 1;
  }

  private String facts() {
    return String.format(
        "Each cluster: %d nodes of %d MB on one machine, heartbeats of %d ms. %d shell jobs with %d opportunistic"
            + " containers of 0.2 to 2 seconds, submitted %s; %d guaranteed containers of half a second, one every"
            + " 1.5 to 2 seconds; a MapReduce and a Tez word count from the start. Same seed (%d), same arrivals.",
        NODES,
        NODE_MB,
        NODE_HEARTBEAT_MS,
        scenario.jobs.size(),
        scenario.opportunisticTasks(),
        "about four seconds apart",
        scenario.guaranteedArrivalsMs.size(),
        options.seed);
  }

  private void keep() throws IOException, InterruptedException {
    progress.say(
        "The " + measured.get(measured.size() - 1).cluster + " cluster stays up until Ctrl-C:");
    progress.say("  ResourceManager " + kept.webAddress());
    for (int i = 0; i < kept.size(); i++) {
      progress.say("  node " + i + "          " + kept.nodeWebAddress(i));
    }
    MiniCluster cluster = kept;
    CountDownLatch never = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    cluster.close();
                  } catch (IOException e) {
                    System.err.println("Some containers may still run: " + e.getMessage());
                  }
                }));
    never.await();
  }

  /** Removes what an earlier run has left. */
  private void clean() throws IOException {
    FileUtil.fullyDelete(clusters().toFile());
    FileUtil.fullyDelete(text.toFile());
  }
}
