// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.yarnext.elastic.task.FittingMapOutputBuffer;
import org.yarnext.minicluster.jobs.MapReduceWordCount;

/**
 * An unmodified MapReduce job runs with under-sized maps and reducers on either scheduler, as the
 * sample configurations are: its result is right, their JVMs have the smaller heap, sort buffers
 * fit into it, and all metrics return to 0 in the end.
 */
@RunWith(Parameterized.class)
public class ElasticMapReduceTest {
  private static final int MAPS = 4;
  private static final int REDUCERS = 4;

  /** Priority of MapReduce's requests. */
  private static final int MAP_PRIORITY = 20;

  private static final int REDUCE_PRIORITY = 10;

  private static final Set<Long> BOTH_HEAPS_KB =
      new HashSet<>(Arrays.asList(ElasticCluster.HEAP_KB, ElasticCluster.SMALL_HEAP_KB));

  @Parameterized.Parameters(name = "{0}")
  public static Collection<String> schedulers() {
    return Arrays.asList("fair", "capacity");
  }

  private final String scheduler;

  public ElasticMapReduceTest(String scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * A sort buffer larger than what a smaller heap has for one object, made to fit by each of the
   * two ways: that of the samples, and a collector for jobs that set a number.
   */
  private MapReduceWordCount withLargeBuffer(MapReduceWordCount job) {
    String sortMb = "mapreduce.task.io.sort.mb";
    return scheduler.equals("fair")
        ? job.set(sortMb, "${env.YARNEXT_ELASTIC_SORT_MB:-150}")
        : job.set(sortMb, "150")
            .set(
                "mapreduce.job.map.output.collector.class", FittingMapOutputBuffer.class.getName());
  }

  @Test
  public void mapReduceTasksRunWithLessMemory() throws Exception {
    try (ElasticCluster elastic =
        ElasticCluster.start(ElasticCluster.witnessed("elastic", scheduler), MAPS)) {
      elastic.run(
          (text, output) ->
              withLargeBuffer(elastic.mapReduce())
                  .reducers(REDUCERS)
                  .tags(ElasticCluster.mapReduceTags())
                  .set("mapreduce.job.reduce.slowstart.completedmaps", "1.0")
                  .run(text, output, ElasticCluster.PATIENCE_MS));
      for (int priority : new int[] {MAP_PRIORITY, REDUCE_PRIORITY}) {
        Set<Long> heapsKb = elastic.watch().heapsKb(priority);
        assertEquals("at " + priority, BOTH_HEAPS_KB, heapsKb);
      }
      JobHistoryRecords history = JobHistoryRecords.await(elastic.mapReduce());
      history.assertRanOnce(TaskType.MAP, MAPS);
      history.assertRanOnce(TaskType.REDUCE, REDUCERS);
      elastic.assertSizesAreTrue();
      IdleClusterCheck.await(elastic);
    }
  }
}
