// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.mapreduce.v2.app.MRAppMaster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.yarnext.elastic.rm.ElasticAmsProcessor;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.MapReduceWordCount;
import org.yarnext.minicluster.jobs.TezWordCount;
import org.yarnext.minicluster.jobs.WordCountResult;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.process.BackgroundCall;

/**
 * Two nodes with elastic scheduling from conf-samples, on each of which two tasks have room and a
 * third has room for three quarters of what it asks for; a text, and its words counted without
 * them.
 */
public final class ElasticCluster implements AutoCloseable {
  public static final long PATIENCE_MS = 120_000;

  /** Memory that masters and tasks of both word counts request, and their heap in it. */
  public static final int TASK_MB = 512;

  public static final long HEAP_KB = 320 * 1024;

  /** Memory left for a third task on a node. */
  public static final int SMALL_MB = 384;

  public static final long SMALL_HEAP_KB = HEAP_KB - 1024 * (TASK_MB - SMALL_MB);
  static final int NODE_MB = 2 * TASK_MB + SMALL_MB;

  private final MiniCluster cluster;
  private final ContainerWatch watch;
  private final Path text;
  private final SortedMap<String, Long> counts;
  private final AtomicInteger outputs = new AtomicInteger();

  /** A word count of the cluster's text. */
  public interface Job {
    WordCountResult run(Path text, Path output) throws IOException;
  }

  private ElasticCluster(MiniCluster cluster, int files) throws IOException {
    this.cluster = cluster;
    text = cluster.workDir().resolve("text");
    WordText.write(text, 7, files, 20_000);
    counts = WordText.count(text);
    watch = new ContainerWatch(cluster);
  }

  /**
   * @param scheduler fair or capacity
   */
  static ClusterSettings settings(String name, String scheduler) {
    return MiniCluster.named(name + "-" + scheduler)
        .nodes(2)
        .nodeSize(NODE_MB, 8)
        .confSample(Paths.get("../conf-samples/elastic-" + scheduler))
        .set(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, "128")
        .set("yarn.resource-types.memory-mb.increment-allocation", "128")
        .set("yarn.elastic.timeline.interval", "200ms")
        .set("yarn.elastic.guard.deadline", "10s") // however busy the machine is
        .set("yarn.elastic.heap.floor", "128")
        .set("yarn.elastic.heap.percent", "60")
        // Jobs of a user called root would go to root.root otherwise.
        .set("yarn.scheduler.fair.user-as-default-queue", "false");
  }

  /** The same, and noted what masters are answered. */
  public static ClusterSettings witnessed(String name, String scheduler) {
    return settings(name, scheduler)
        .set(
            YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
            AllocateResponseRecorder.class.getName() + "," + ElasticAmsProcessor.class.getName());
  }

  /**
   * @param files of text; each is a map's or a tokenizer's
   */
  public static ElasticCluster start(ClusterSettings settings, int files) throws IOException {
    MiniCluster cluster = settings.start();
    try {
      return new ElasticCluster(cluster, files);
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  public MiniCluster cluster() {
    return cluster;
  }

  public ContainerWatch watch() {
    return watch;
  }

  public MapReduceWordCount mapReduce() {
    return new MapReduceWordCount(cluster);
  }

  public TezWordCount tez() {
    return new TezWordCount(cluster);
  }

  /** A job with maps and reducers of this profile. */
  public static String mapReduceTags() {
    return tag("map", "") + "," + tag("reduce", "");
  }

  /**
   * The tag of a task class that takes a tenth longer with whatever memory below what it asks for.
   *
   * @param more fields of the profile, each with a semicolon behind
   */
  public static String tag(String taskClass, String more) {
    return "yarnext.elastic."
        + taskClass
        + "=step;"
        + more
        + "ideal=512;ms=6000;undersized=1.1;output=1";
  }

  /** Runs it, and checks its result. */
  public void run(Job job) throws IOException {
    Path output = cluster.workDir().resolve("output" + outputs.incrementAndGet());
    assertEquals(counts, job.run(text, output).counts);
    // MapReduce's masters sleep five seconds for clients that may still ask them.
    cluster.killContainers(MRAppMaster.class);
  }

  /** The same on a thread of its own; the future fails as the job does. */
  public CompletableFuture<Void> start(Job job) {
    return BackgroundCall.start(
        () -> {
          run(job);
          return null;
        });
  }

  public AbstractYarnScheduler<?, ?> scheduler() {
    return (AbstractYarnScheduler<?, ?>) cluster.resourceManager().getResourceScheduler();
  }

  /**
   * Every JVM had the heap it asked for less what its container lost, and every container had its
   * full size in the eyes of its master; on a {@link #witnessed} cluster.
   */
  public void assertSizesAreTrue() {
    Map<String, ReportedContainer> granted = watch.granted();
    Map<String, ContainerJvm> jvms = watch.jvms();
    assertFalse(jvms.isEmpty());
    jvms.forEach(
        (container, jvm) ->
            assertEquals(
                container + ": " + jvm + " in " + granted.get(container),
                HEAP_KB - 1024 * (TASK_MB - granted.get(container).mb),
                jvm.heapKb));
    granted.forEach(
        (container, size) -> {
          assertEquals(container + ": " + size, size.undersized() ? TASK_MB : -1, size.requestedMb);
          Long shown = AllocateResponseRecorder.shownMb(container);
          if (shown != null) {
            assertEquals(container, TASK_MB, (long) shown);
          }
        });
    assertTrue(
        "no master was shown a container with less memory",
        granted.entrySet().stream()
            .anyMatch(
                container ->
                    container.getValue().undersized()
                        && AllocateResponseRecorder.shownMb(container.getKey()) != null));
  }

  @Override
  public void close() throws IOException {
    try {
      watch.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      cluster.close();
    }
  }
}
