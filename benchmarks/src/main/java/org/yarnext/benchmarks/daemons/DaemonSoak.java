// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.fs.FileUtil;
import org.yarnext.benchmarks.daemons.cluster.ClusterLeftovers;
import org.yarnext.benchmarks.daemons.cluster.DaemonCluster;
import org.yarnext.benchmarks.daemons.cluster.JobHistory;
import org.yarnext.minicluster.process.DaemonProcess;
import org.yarnext.tools.chart.TextTable;

/**
 * Runs jobs for a long time, and checks that the heap, the threads and the open files of each
 * daemon do not grow during the whole run. After each round of jobs, when the cluster is idle,
 * nothing may be left behind.
 */
final class DaemonSoak {
  /** Time for which jobs run before the daemons are checked. */
  private static final long ROUND_MS = 120_000;

  private static final long CLIENT_MS = 300_000;
  private static final int ROWS = 40_000;
  private static final int MAPS = 6;

  /** Maximum number of checks for leftovers, each of which waits up to 30 s. */
  private static final int LOOKS = 3;

  /** Growth from one part of the run to the next that does not count as a leak. */
  private static final double MAX_HEAP_GROWTH = 0.05;

  private static final double MAX_HEAP_GROWTH_MB = 2;
  private static final double MAX_GROWTH = 5;

  /**
   * Beginnings of the names of threads in pools with a maximum: Jetty's, and the JVM's for
   * compilation and garbage collection. They grow with the load up to that.
   */
  private static final List<String> BOUNDED_POOLS =
      Arrays.asList("qtp", "C1 Compiler", "C2 Compiler", "GC Thread", "G1 ");

  private final DaemonsDemo demo;
  private final DaemonCluster cluster;
  private final Map<String, List<Sample>> samples = new LinkedHashMap<>();
  private final Set<String> seen = new HashSet<>();
  private int jobs;
  private int killed;

  /**
   * Heap, threads outside of bounded pools, and open files of a daemon while the cluster is idle.
   * Immutable.
   */
  private static final class Sample {
    private final double heapMb;
    private final int threads;
    private final int files;

    private Sample(double heapMb, int threads, int files) {
      this.heapMb = heapMb;
      this.threads = threads;
      this.files = files;
    }
  }

  DaemonSoak(DaemonsDemo demo, DaemonCluster cluster) {
    this.demo = demo;
    this.cluster = cluster;
  }

  /** Returns the expected duration. */
  static int seconds(DaemonsOptions options) {
    return options.soakMinutes * 60;
  }

  /**
   * Runs rounds of jobs until the time is over.
   *
   * @throws IllegalStateException if a job failed, something was left behind, or a daemon grew
   */
  void run() throws Exception {
    long endNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(demo.options.soakMinutes);
    for (int round = 1; round <= 2 || System.nanoTime() < endNanos; round++) {
      demo.steps.run("round " + round, (int) (ROUND_MS / 1000), this::round);
    }
    demo.steps.run("what the daemons hold", 1, this::compare);
  }

  private String round() throws Exception {
    int before = jobs;
    runJobs();
    String left = look();
    return jobs
        - before
        + " jobs right, none of their attempts failed, "
        + killed
        + " stopped so far; left behind: "
        + left;
  }

  /** Runs two clients concurrently, one of which requests opportunistic containers. */
  private void runJobs() throws Exception {
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ROUND_MS);
    ExecutorService clients = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> both =
          Arrays.asList(
              clients.submit(() -> repeat(endNanos, this::countWords)),
              clients.submit(() -> repeat(endNanos, this::generateRows)));
      for (Future<?> each : both) {
        each.get();
      }
    } finally {
      clients.shutdownNow();
    }
  }

  private interface Job {
    void run(Path output) throws Exception;
  }

  private Void repeat(long endNanos, Job job) throws Exception {
    while (System.nanoTime() < endNanos) {
      Path output = demo.options.out.resolve("soak-" + next());
      job.run(output);
      FileUtil.fullyDelete(output.toFile());
    }
    return null;
  }

  private synchronized int next() {
    return ++jobs;
  }

  private void countWords(Path output) throws Exception {
    demo.checked(
        cluster.submitWordCount(
            cluster.conf(),
            demo.text(),
            output,
            "mapreduce.job.num-opportunistic-maps-percent=60",
            "mapreduce.input.fileinputformat.split.maxsize=262144"),
        output);
  }

  private void generateRows(Path output) throws Exception {
    DaemonProcess client =
        cluster.submit(
            cluster.client(cluster.conf()),
            "teragen",
            Arrays.asList(Integer.toString(ROWS), output.toString()),
            "mapreduce.job.maps=" + MAPS);
    int status = client.awaitEnd(CLIENT_MS);
    String tail = client.tail();
    client.close();
    if (status != 0) {
      throw new IllegalStateException("A job failed:" + tail);
    }
  }

  /** Waits until the leftovers of the jobs are gone, and measures the daemons. */
  private String look() throws Exception {
    String left = ClusterLeftovers.of(cluster);
    for (int i = 1; i < LOOKS && !left.equals(ClusterLeftovers.NOTHING); i++) {
      left = ClusterLeftovers.of(cluster);
    }
    if (!left.equals(ClusterLeftovers.NOTHING)) {
      throw new IllegalStateException("Left behind: " + left);
    }
    killed = 0;
    for (JsonNode application : cluster.applications()) {
      String id = application.path("id").asText();
      if (seen.add(id)) {
        JobHistory history = new JobHistory(cluster, id);
        killed += history.killed();
        if (history.failed() > 0) {
          throw new IllegalStateException("Attempts failed: " + history.failures());
        }
      }
    }
    for (String name : cluster.names()) {
      samples.computeIfAbsent(name, daemon -> new ArrayList<>()).add(sample(name));
    }
    return left;
  }

  private Sample sample(String name) throws IOException, InterruptedException {
    String pid =
        new String(Files.readAllBytes(cluster.directory(name).resolve("pid")), UTF_8).trim();
    Path process = Paths.get("/proc", pid);
    String program = Paths.get(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process collection =
        new ProcessBuilder(program, pid, "GC.run").redirectErrorStream(true).start();
    String said = IOUtils.toString(collection.getInputStream(), UTF_8);
    if (collection.waitFor() != 0) {
      throw new IOException("jcmd of " + name + " says: " + said);
    }
    long used =
        cluster
            .get(cluster.web(name), "/jmx?qry=java.lang:type=Memory")
            .path("beans")
            .path(0)
            .path("HeapMemoryUsage")
            .path("used")
            .asLong();
    String[] files = process.resolve("fd").toFile().list();
    return new Sample(
        used / 1e6, threads(process.resolve("task")), files == null ? 0 : files.length);
  }

  /** Returns the number of a process's threads that are in no pool with a maximum. */
  private static int threads(Path tasks) throws IOException {
    int threads = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
      for (Path task : all) {
        threads += isUnbounded(task) ? 1 : 0;
      }
    }
    return threads;
  }

  private static boolean isUnbounded(Path task) {
    try {
      String name = new String(Files.readAllBytes(task.resolve("comm")), UTF_8);
      return BOUNDED_POOLS.stream().noneMatch(name::startsWith);
    } catch (IOException e) {
      return false; // it has just ended
    }
  }

  /** Compares the parts of the run. */
  private String compare() {
    List<List<String>> table = new ArrayList<>();
    table.add(Arrays.asList("daemon", "heap MB", "at the end", "threads", "end", "files", "end"));
    List<String> grown = new ArrayList<>();
    int rounds = 0;
    for (Map.Entry<String, List<Sample>> daemon : samples.entrySet()) {
      rounds = daemon.getValue().size();
      List<Double> heap = each(daemon.getValue(), sample -> sample.heapMb);
      List<Double> threads = each(daemon.getValue(), sample -> sample.threads);
      List<Double> files = each(daemon.getValue(), sample -> sample.files);
      List<String> row = new ArrayList<>(Arrays.asList(daemon.getKey()));
      addEnds(row, heap, "%.1f");
      addEnds(row, threads, "%.0f");
      addEnds(row, files, "%.0f");
      table.add(row);
      if (GrowthDetector.grows(heap, MAX_HEAP_GROWTH, MAX_HEAP_GROWTH_MB)
          || GrowthDetector.grows(threads, 0, MAX_GROWTH)
          || GrowthDetector.grows(files, 0, MAX_GROWTH)) {
        grown.add(daemon.getKey());
      }
    }
    TextTable.aligned(table).forEach(line -> demo.progress.say("    " + line));
    if (!grown.isEmpty()) {
      throw new IllegalStateException("These daemons grow: " + grown);
    }
    return jobs
        + " jobs, "
        + (rounds < GrowthDetector.MIN_SAMPLES
            ? "too few rounds to tell whether a daemon grows: "
                + rounds
                + " of "
                + GrowthDetector.MIN_SAMPLES
            : "no daemon grows");
  }

  private static List<Double> each(List<Sample> samples, ToDoubleFunction<Sample> quantity) {
    return samples.stream().map(quantity::applyAsDouble).collect(Collectors.toList());
  }

  private static void addEnds(List<String> row, List<Double> quantity, String format) {
    row.add(String.format(Locale.ROOT, format, GrowthDetector.early(quantity)));
    row.add(String.format(Locale.ROOT, format, GrowthDetector.late(quantity)));
  }
}
