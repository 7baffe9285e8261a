// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.tez;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.tez.dag.app.DAGAppMaster;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.elastic.rm.ElasticAmsProcessor;
import org.yarnext.mercury.rm.MercuryAmsProcessor;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.TezWordCount;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;
import org.yarnext.tez.history.HistoryStore;
import org.yarnext.tez.policy.estimate.VertexRunSummary;

/**
 * A cluster with Mercury from conf-samples/mercury, Tez's own example with the estimator from
 * conf-samples/tez on it, and what its Application Masters logged.
 */
final class EstimatedTez implements AutoCloseable {
  private static final Path SAMPLES = Paths.get("../conf-samples");
  private static final int MAX_NODES = 16;
  private static final int TASK_MB = 512;
  static final long PATIENCE_MS = 120_000;

  private final MiniCluster cluster;
  private final Path text;
  private final Path littleText;
  private int outputs;

  private EstimatedTez(MiniCluster cluster, int files, int bytes) throws IOException {
    this.cluster = cluster;
    text = cluster.workDir().resolve("text");
    WordText.write(text, 7, files, bytes);
    littleText = cluster.workDir().resolve("little-text");
    WordText.write(littleText, 7, 2, bytes);
  }

  /**
   * @param files one for each task of the first vertex
   * @param bytes of each file, about
   */
  static EstimatedTez start(String name, int files, int bytes) throws IOException {
    return start(settings(name), files, bytes);
  }

  /** The same, in whose nodes' queues comes all that is asked for, however long they are. */
  static EstimatedTez startWithLongQueues(String name, int files, int bytes) throws IOException {
    return start(settings(name).set("yarn.mercury.placement.max-queue-wait", "0s"), files, bytes);
  }

  /**
   * The same with elastic scheduling as well, on nodes with room for three tasks and a fourth that
   * has three quarters of what it asks for.
   *
   * @param profiles of elastic tasks
   */
  static EstimatedTez startWithElasticity(String name, int files, int bytes, Path profiles)
      throws IOException {
    return start(
        settings(name)
            .set("yarn.mercury.placement.max-queue-wait", "0s")
            .confSample(SAMPLES.resolve("elastic-capacity"))
            // of both samples
            .set(
                YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
                ElasticAmsProcessor.class.getName() + "," + MercuryAmsProcessor.class.getName())
            .nodeSize(3 * TASK_MB + 3 * TASK_MB / 4, 4)
            .set(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, "128")
            .set("yarn.elastic.timeline.interval", "200ms")
            .set("yarn.elastic.heap.floor", "128")
            .set("yarn.elastic.heap.percent", "60")
            .set("yarn.elastic.profiles.file", profiles.toString()),
        files,
        bytes);
  }

  private static ClusterSettings settings(String name) {
    return MiniCluster.named(name)
        .nodes(2)
        .heartbeatMs(100)
        .recovery(true)
        .confSample(SAMPLES.resolve("mercury"))
        // keeps the environment of each container beside its logs
        .set(YarnConfiguration.NM_LOG_CONTAINER_DEBUG_INFO, "true");
  }

  private static EstimatedTez start(ClusterSettings settings, int files, int bytes)
      throws IOException {
    MiniCluster cluster = settings.start();
    try {
      return new EstimatedTez(cluster, files, bytes);
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** The sample's settings, as far as they do not depend on the machine. */
  Map<String, String> settings() {
    Configuration sample = new Configuration(false);
    ClusterSettings.addSwitchedOn(SAMPLES.resolve("tez"), "tez-site", sample);
    Map<String, String> settings = new LinkedHashMap<>();
    sample.forEach(property -> settings.put(property.getKey(), property.getValue()));
    settings.put("tez.estimator.history.dir", history().toString());
    return settings;
  }

  /** The example with these settings. */
  TezWordCount job() {
    TezWordCount job = new TezWordCount(cluster);
    settings().forEach(job::set);
    return job;
  }

  Path history() {
    return cluster.workDir().resolve("tez-history");
  }

  /** Leaves a history there, as if the example had run with tasks of about a second. */
  static void ran(Path history) throws IOException {
    ran(history, new VertexRunSummary(Collections.nCopies(5, 900.0), -1, 0, 0));
  }

  /** The same with such tasks in each vertex. */
  static void ran(Path history, VertexRunSummary tasks) throws IOException {
    Map<String, VertexRunSummary> vertices = new LinkedHashMap<>();
    for (String vertex : new String[] {"Tokenizer", "Summation", "Sorter"}) {
      vertices.put(vertex, tasks);
    }
    new HistoryStore(
            new Configuration(),
            history.toString(),
            UserGroupInformation.getCurrentUser().getShortUserName(),
            10)
        .add("OrderedWordCount", vertices);
  }

  /** Runs it and checks its result. */
  void run(TezWordCount job) throws IOException {
    run(job, text);
  }

  /** The same with two tasks of the first vertex. */
  void runOnLittle(TezWordCount job) throws IOException {
    run(job, littleText);
  }

  private void run(TezWordCount job, Path input) throws IOException {
    Path output = cluster.workDir().resolve("output" + ++outputs);
    assertEquals(WordText.count(input), job.run(input, output).counts);
  }

  /** Runs it as above, on a thread of its own; the future fails as the job does. */
  CompletableFuture<Void> start(TezWordCount job) {
    return BackgroundCall.start(
        () -> {
          run(job);
          return null;
        });
  }

  /** How many opportunistic containers came to the nodes so far. */
  long opportunistic() {
    return onNodes("ContainersArrived");
  }

  /** How many containers elastic scheduling has given less memory than they asked for. */
  long undersized() {
    MetricsSource scheduler = DefaultMetricsSystem.instance().getSource("ElasticScheduler");
    Map<String, Number> now = ((FeatureMetrics) scheduler).snapshot();
    return now.get("ContainersUndersized").longValue();
  }

  /** The sum of Mercury's counters over all nodes. */
  long onNodes(String metric) {
    long sum = 0;
    for (int i = 0; i < MAX_NODES; i++) {
      MetricsSource source =
          DefaultMetricsSystem.instance().getSource(i == 0 ? "Mercury" : "Mercury-" + i);
      if (source != null) {
        Map<String, Number> now = ((FeatureMetrics) source).snapshot();
        sum += now.get(metric).longValue();
      }
    }
    return sum;
  }

  /** Waits for lines of the Application Masters, which end after their clients. */
  List<String> awaitMasterLines(int count, String regex) throws IOException {
    Await.until(
        () -> count + " lines like " + regex,
        PATIENCE_MS,
        () -> masterLines(regex).size() >= count);
    return masterLines(regex);
  }

  /** First group of each match in the Application Masters' logs so far. */
  List<String> masterLines(String regex) throws IOException {
    return lines("syslog", regex);
  }

  /** Returns the elements that a run added. */
  static <T> List<T> added(List<T> after, List<T> before) {
    List<T> added = new ArrayList<>(after);
    before.forEach(added::remove);
    return added;
  }

  /** The run times that containers declared so far, in ms. */
  List<Long> declared() throws IOException {
    return lines("launch_container.sh", "YARNEXT_MERCURY_RUN_MS=\\D*(\\d+)").stream()
        .map(Long::valueOf)
        .collect(Collectors.toList());
  }

  private List<String> lines(String files, String regex) throws IOException {
    Pattern pattern = Pattern.compile(regex);
    List<String> found = new ArrayList<>();
    for (int i = 0; i < cluster.size(); i++) {
      for (Path log : logs(i, files)) {
        for (String line : new String(Files.readAllBytes(log), UTF_8).split("\n")) {
          Matcher matcher = pattern.matcher(line);
          if (matcher.find()) {
            found.add(matcher.group(1));
          }
        }
      }
    }
    return found;
  }

  private List<Path> logs(int node, String begins) throws IOException {
    try (Stream<Path> files = Files.walk(cluster.logDir(node).toPath())) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(begins))
          .filter(Files::isRegularFile)
          .collect(Collectors.toList());
    }
  }

  /** Kills the process of the Application Master, if there is one. */
  boolean killMaster() throws IOException {
    return cluster.killContainers(DAGAppMaster.class) > 0;
  }

  MiniCluster cluster() {
    return cluster;
  }

  @Override
  public void close() throws IOException {
    cluster.close();
  }
}
