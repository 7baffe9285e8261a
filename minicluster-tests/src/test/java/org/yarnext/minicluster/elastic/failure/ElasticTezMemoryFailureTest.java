// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic.failure;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.yarnext.minicluster.LongRunning;
import org.yarnext.minicluster.elastic.AllocateResponseRecorder;
import org.yarnext.minicluster.elastic.ElasticCluster;
import org.yarnext.minicluster.elastic.ElasticCounters;
import org.yarnext.minicluster.elastic.IdleClusterCheck;
import org.yarnext.minicluster.elastic.ReportedContainer;
import org.yarnext.minicluster.elastic.tez.TezTaskLogs;

/**
 * Under-sized containers of an unmodified Tez DAG whose profile is wrong run out of heap: what ran
 * in them runs again with its full size, on either scheduler, the application is under-sized no
 * more from then on, the DAG's result is right and all metrics return to 0 in the end. Of
 * MapReduce, see {@link ElasticMemoryFailureTest}.
 */
@RunWith(Parameterized.class)
@Category(LongRunning.class)
public class ElasticTezMemoryFailureTest {
  private static final int TOKENIZERS = 8;

  /** Priority of Tez's requests for the first vertex. */
  private static final int TOKENIZER_PRIORITY = 8;

  /**
   * One object of this size is more than a heap of 192 MB has room for, and less than one of 320 MB
   * has.
   */
  private static final int SORT_MB = 150;

  @Parameterized.Parameters(name = "{0}")
  public static Collection<String> schedulers() {
    return Arrays.asList("fair", "capacity");
  }

  private final String scheduler;

  public ElasticTezMemoryFailureTest(String scheduler) {
    this.scheduler = scheduler;
  }

  @Test
  public void tezTasksOutOfMemoryRunAgainInFullSize() throws Exception {
    long seenByNodes = ElasticCounters.onNodes("UndersizedOutOfMemory");
    try (ElasticCluster elastic =
        ElasticCluster.start(
            ElasticCluster.witnessed("elastic-tez-failure", scheduler), TOKENIZERS)) {
      elastic.run(
          (text, output) ->
              elastic
                  .tez()
                  .tags(ElasticCluster.tag("tokenizer", "priority=" + TOKENIZER_PRIORITY + ";"))
                  // Otherwise Tez would limit the buffer to the heap.
                  .set("tez.task.scale.memory.enabled", "false")
                  .set("tez.runtime.io.sort.mb", Integer.toString(SORT_MB))
                  .run(text, output));
      Map<String, List<Path>> failed = undersized(elastic);
      assertTrue("some failed", failed.size() > 0);
      assertTrue(
          "at most one on each node, until the first failed: " + failed,
          failed.size() <= elastic.cluster().size());
      assertRanAgain(elastic, failed);
      MemoryFailures.assertDistrusted(failed.keySet());
      MemoryFailures.assertCounted(failed.keySet(), seenByNodes);
      elastic.assertSizesAreTrue();
      IdleClusterCheck.await(elastic);
    }
  }

  /** Tasks that ran in the containers with less memory, by container. */
  private static Map<String, List<Path>> undersized(ElasticCluster elastic) throws IOException {
    Map<String, ReportedContainer> granted = elastic.watch().granted();
    Map<String, List<Path>> logs = new TreeMap<>(TezTaskLogs.byContainer(elastic.cluster()));
    logs.keySet().removeIf(container -> !granted.get(container).undersized());
    return logs;
  }

  /** Each ended with its first task, of which the last attempt had a whole container. */
  private static void assertRanAgain(ElasticCluster elastic, Map<String, List<Path>> failed)
      throws IOException {
    Map<String, Integer> attempts = new HashMap<>();
    Map<String, String> last = new HashMap<>();
    TezTaskLogs.byContainer(elastic.cluster())
        .forEach(
            (container, logs) -> {
              for (Path log : logs) {
                String task = TezTaskLogs.task(log);
                if (TezTaskLogs.attempt(log) >= attempts.getOrDefault(task, 0)) {
                  attempts.put(task, TezTaskLogs.attempt(log));
                  last.put(task, container);
                }
              }
            });
    for (Map.Entry<String, List<Path>> container : failed.entrySet()) {
      assertEquals(container.toString(), 1, container.getValue().size());
      ContainerStatus end = AllocateResponseRecorder.ended(container.getKey());
      MemoryFailures.assertOutOfMemory(elastic, container.getKey(), end.getDiagnostics());
      String task = TezTaskLogs.task(container.getValue().get(0));
      assertTrue(task + " ran again", attempts.get(task) > 0);
      MemoryFailures.assertWhole(elastic, last.get(task));
    }
  }
}
