// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Test;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.FrameworkWordCount;
import org.yarnext.minicluster.jobs.SparkApplication;
import org.yarnext.minicluster.jobs.WordText;

/**
 * An unmodified Spark application on a node with room for one of its two executors and most of the
 * second. The second runs with less memory: its heap lost what its container lost, what Spark keeps
 * outside the heap stayed, and Spark divides the smaller heap. The driver has its full size.
 */
public class ElasticSparkTest {
  private static final int HEAP_MB = 1024;

  /** Spark's own minimum. */
  private static final int OVERHEAD_MB = 384;

  private static final int EXECUTOR_MB = HEAP_MB + OVERHEAD_MB;
  private static final int SMALL_MB = SparkApplication.HEAP_MB + OVERHEAD_MB;
  private static final int DRIVER_MB = SparkApplication.HEAP_MB + SparkApplication.OVERHEAD_MB;
  private static final Pattern MEMORY_STORE =
      Pattern.compile("MemoryStore started with capacity ([\\d.]+) MiB");

  /** Spark takes this off a heap, and divides a fraction of the rest. */
  private static final int RESERVED_MB = 300;

  private static final double FRACTION = 0.6;

  @Test
  public void executorRunsWithLessMemoryAndTheDriverDoesNot() throws Exception {
    try (MiniCluster cluster = start();
        ContainerWatch watch = new ContainerWatch(cluster)) {
      Path text = cluster.workDir().resolve("text");
      WordText.write(text, 7, 2, 20_000);
      SparkApplication job =
          FrameworkWordCount.spark(cluster)
              .executorMemory(HEAP_MB, OVERHEAD_MB)
              // Both are at work before the first task runs.
              .set("spark.scheduler.minRegisteredResourcesRatio", "1.0")
              .set("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s")
              .tags(
                  "yarnext.elastic.executor=step;priority=0;ideal=1408;ms=6000;undersized=1.1;"
                      + "output=1");
      assertEquals(
          WordText.count(text),
          FrameworkWordCount.run(
                  job, text, cluster.workDir().resolve("output"), ElasticCluster.PATIENCE_MS)
              .counts);

      Map<Long, String> executors = new TreeMap<>();
      watch
          .granted()
          .forEach(
              (container, size) -> {
                long heapMb = watch.jvms().get(container).heapKb / 1024;
                if (size.master) {
                  assertEquals(DRIVER_MB, size.mb);
                  assertEquals(SparkApplication.HEAP_MB, heapMb);
                } else {
                  executors.put(size.mb, container);
                  assertEquals(size.toString(), size.mb - OVERHEAD_MB, heapMb);
                }
              });
      assertEquals(ElasticCounters.decisions().toString(), 2, executors.size());
      assertMemoryStore(cluster, executors.get((long) EXECUTOR_MB), HEAP_MB);
      assertMemoryStore(cluster, executors.get((long) SMALL_MB), SparkApplication.HEAP_MB);
    }
  }

  private static MiniCluster start() throws IOException {
    return MiniCluster.named("elastic-spark")
        .nodes(1)
        .nodeSize(DRIVER_MB + EXECUTOR_MB + SMALL_MB, 8)
        .confSample(Paths.get("../conf-samples/elastic-capacity"))
        .set(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, "128")
        .set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0")
        .start();
  }

  /** Spark's log says how much of its heap it divides: less than the largest heap of the JVM. */
  private static void assertMemoryStore(MiniCluster cluster, String container, int heapMb)
      throws IOException {
    double capacityMb = memoryStoreMb(cluster, container);
    double maxMb = (heapMb - RESERVED_MB) * FRACTION;
    assertTrue(
        container + " of " + heapMb + " MB has " + capacityMb + " of " + maxMb + " MB",
        capacityMb <= maxMb && capacityMb > 0.85 * maxMb);
  }

  private static double memoryStoreMb(MiniCluster cluster, String container) throws IOException {
    String log = cluster.containerLog(container, "stderr");
    Matcher capacity = MEMORY_STORE.matcher(log);
    assertTrue(log, capacity.find());
    return Double.parseDouble(capacity.group(1));
  }
}
