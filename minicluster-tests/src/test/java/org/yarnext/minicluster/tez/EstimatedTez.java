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
package org.yarnext.minicluster.tez;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.tez.dag.app.DAGAppMaster;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.minicluster.Await;
import org.yarnext.minicluster.MiniCluster;
import org.yarnext.minicluster.TezWordCount;
import org.yarnext.minicluster.WordText;

/**
 * A cluster with Mercury from conf-samples/mercury, Tez's own example with the estimator from
 * conf-samples/tez on it, and what its Application Masters logged.
 */
final class EstimatedTez implements AutoCloseable {
  private static final Path SAMPLES = Paths.get("../conf-samples");
  private static final int MOST_NODES = 16;
  static final long PATIENCE_MS = 120_000;

  private final MiniCluster cluster;
  private final Path text;
  private final SortedMap<String, Long> counts;
  private int outputs;

  private EstimatedTez(MiniCluster cluster, int files, int bytes) throws IOException {
    this.cluster = cluster;
    text = cluster.workDir().resolve("text");
    WordText.write(text, 7, files, bytes);
    counts = WordText.count(text);
  }

  /**
   * @param files one for each task of the first vertex
   * @param bytes of each file, about
   */
  static EstimatedTez start(String name, int files, int bytes) throws IOException {
    MiniCluster cluster =
        MiniCluster.named(name)
            .nodes(2)
            .heartbeatMs(100)
            .recovery(true)
            .confSample(SAMPLES.resolve("mercury"))
            // so that what is asked comes to a node's queue, however long that is
            .set("yarn.mercury.placement.ahead", "0s")
            // keeps the environment of each container beside its logs
            .set(YarnConfiguration.NM_LOG_CONTAINER_DEBUG_INFO, "true")
            .start();
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
    sample.addResource(
        new org.apache.hadoop.fs.Path(SAMPLES.resolve("tez/tez-site.xml").toUri().toString()));
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

  /** Runs it and checks its result. */
  void run(TezWordCount job) throws IOException {
    Path output = cluster.workDir().resolve("output" + ++outputs);
    assertEquals(counts, job.run(text, output).counts);
  }

  /** Runs it as above, on a thread of its own; the future fails as the job does. */
  CompletableFuture<Void> start(TezWordCount job) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            run(job);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** How many opportunistic containers came to the nodes so far. */
  long opportunistic() {
    return onNodes("ContainersArrived");
  }

  /** What Mercury counts on all nodes together. */
  long onNodes(String metric) {
    long sum = 0;
    for (int i = 0; i < MOST_NODES; i++) {
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

  /** What matched in the lines of the Application Masters so far; the first group of each. */
  List<String> masterLines(String regex) throws IOException {
    return lines("syslog", regex);
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
    for (int i = 0; i < cluster.size(); i++) {
      for (String pid : cluster.containerPids(i)) {
        Path command = Paths.get("/proc", pid, "cmdline");
        String main = "\0" + DAGAppMaster.class.getName() + "\0";
        if (Files.exists(command)
            && new String(Files.readAllBytes(command), UTF_8).contains(main)) {
          new ProcessBuilder("kill", "-9", pid).inheritIO().start();
          return true;
        }
      }
    }
    return false;
  }

  MiniCluster cluster() {
    return cluster;
  }

  @Override
  public void close() throws IOException {
    cluster.close();
  }
}
