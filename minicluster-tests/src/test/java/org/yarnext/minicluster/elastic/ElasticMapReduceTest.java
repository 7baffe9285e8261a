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
package org.yarnext.minicluster.elastic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.SortedMap;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.minicluster.Await;
import org.yarnext.minicluster.MapReduceWordCount;
import org.yarnext.minicluster.MiniCluster;
import org.yarnext.minicluster.WordText;

/**
 * An unmodified MapReduce job runs with under-sized maps and reducers on either scheduler: its
 * result is right, its JVMs have the smaller heap, and all books are even in the end.
 */
@RunWith(Parameterized.class)
public class ElasticMapReduceTest {
  private static final long PATIENCE_MS = 180_000;
  private static final int MAPS = 10;
  private static final int REDUCERS = 5;

  /** Two tasks of 512 MB, and three quarters of a third. */
  private static final int NODE_MB = 1408;

  private static final long FULL_HEAP_KB = 320 * 1024;
  private static final long SMALL_HEAP_KB = (320 - 128) * 1024;

  @Parameterized.Parameters(name = "{0}")
  public static Collection<String> schedulers() {
    return Arrays.asList("fair", "capacity");
  }

  private final String scheduler;

  public ElasticMapReduceTest(String scheduler) {
    this.scheduler = scheduler;
  }

  @Test
  public void tasksRunWithLessMemory() throws Exception {
    long before = undersized();
    try (MiniCluster cluster = start()) {
      Path text = cluster.workDir().resolve("text");
      WordText.write(text, 7, MAPS, 20_000);
      SortedMap<String, Long> right = WordText.count(text);
      Set<Long> heaps;
      try (HeapWatch watch = new HeapWatch(cluster)) {
        MapReduceWordCount job =
            new MapReduceWordCount(cluster)
                .reducers(REDUCERS)
                .tags(
                    "yarnext.elastic.map=step;ideal=512;ms=6000;undersized=1.1,"
                        + "yarnext.elastic.reduce=step;ideal=512;ms=6000;undersized=1.1");
        assertEquals(right, job.run(text, cluster.workDir().resolve("output"), PATIENCE_MS).counts);
        heaps = watch.seenKb();
      }
      assertTrue("some tasks had less", undersized() > before);
      assertTrue("smaller heaps: " + heaps, heaps.contains(SMALL_HEAP_KB));
      assertTrue("and full ones: " + heaps, heaps.contains(FULL_HEAP_KB));
      awaitEvenBooks(cluster);
    }
  }

  private MiniCluster start() throws IOException {
    return MiniCluster.named("elastic-" + scheduler)
        .nodes(2)
        .nodeSize(NODE_MB, 8)
        .confSample(Paths.get("../conf-samples/elastic-" + scheduler))
        .set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0")
        .set("yarn.scheduler.increment-allocation-mb", "128")
        .set("yarn.elastic.heap.floor", "128")
        .set("yarn.elastic.heap.percent", "60")
        // Jobs of a user called root would go to root.root otherwise.
        .set("yarn.scheduler.fair.user-as-default-queue", "false")
        .set(YarnConfiguration.NM_VMEM_CHECK_ENABLED, "false")
        .start();
  }

  private static long undersized() {
    MetricsSource source = DefaultMetricsSystem.instance().getSource("ElasticScheduler");
    Number value =
        source == null ? null : ((FeatureMetrics) source).snapshot().get("ContainersUndersized");
    return value == null ? 0 : value.longValue();
  }

  private static void awaitEvenBooks(MiniCluster cluster) {
    AbstractYarnScheduler<?, ?> scheduler =
        (AbstractYarnScheduler<?, ?>) cluster.resourceManager().getResourceScheduler();
    QueueMetrics root = scheduler.getRootQueueMetrics();
    Await.until(
        () -> "nothing allocated, pending or reserved: " + books(root),
        PATIENCE_MS,
        () -> books(root).equals("0 0 0, 0 0 0"));
    for (int i = 0; i < cluster.size(); i++) {
      SchedulerNode node = scheduler.getNode(cluster.nodeId(i));
      assertEquals(0, node.getAllocatedResource().getMemorySize());
      assertEquals(NODE_MB, node.getUnallocatedResource().getMemorySize());
    }
  }

  private static String books(QueueMetrics m) {
    return m.getAllocatedMB()
        + " "
        + m.getPendingMB()
        + " "
        + m.getReservedMB()
        + ", "
        + m.getAllocatedVirtualCores()
        + " "
        + m.getPendingVirtualCores()
        + " "
        + m.getReservedVirtualCores();
  }
}
