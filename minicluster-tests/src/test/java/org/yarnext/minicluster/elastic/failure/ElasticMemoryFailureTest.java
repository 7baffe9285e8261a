// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic.failure;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskInfo;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.yarnext.minicluster.elastic.ElasticCluster;
import org.yarnext.minicluster.elastic.ElasticCounters;
import org.yarnext.minicluster.elastic.IdleClusterCheck;
import org.yarnext.minicluster.elastic.JobHistoryRecords;

/**
 * Under-sized reducers of a MapReduce job whose profile is wrong run out of heap, on either
 * scheduler: each fails once and runs again with its full size, no more of its kind are under-sized
 * from then on, the job's result is right and all metrics return to 0 in the end.
 */
@RunWith(Parameterized.class)
public class ElasticMemoryFailureTest {
  private static final int MAPS = 1;
  private static final int REDUCERS = 4;

  @Parameterized.Parameters(name = "{0}")
  public static Collection<String> schedulers() {
    return Arrays.asList("fair", "capacity");
  }

  private final String scheduler;

  public ElasticMemoryFailureTest(String scheduler) {
    this.scheduler = scheduler;
  }

  @Test
  public void reducersOutOfMemoryRunAgainInFullSize() throws Exception {
    long seenByNodes = ElasticCounters.onNodes("UndersizedOutOfMemory");
    try (ElasticCluster elastic =
        ElasticCluster.start(ElasticCluster.witnessed("elastic-memory-failure", scheduler), MAPS)) {
      elastic.run(
          (text, output) ->
              elastic
                  .mapReduce()
                  .reducer(LargeTableReducer.class)
                  .reducers(REDUCERS)
                  .tags(ElasticCluster.mapReduceTags())
                  .set("mapreduce.job.reduce.slowstart.completedmaps", "1.0")
                  .run(text, output, ElasticCluster.PATIENCE_MS));
      List<String> failed = assertRanAgain(elastic);
      assertTrue("reducers failed", failed.size() > 0);
      assertTrue(
          "at most one on each node, until the first failed: " + failed,
          failed.size() <= elastic.cluster().size());
      MemoryFailures.assertDistrusted(failed);
      assertEquals(
          "no others ran under-sized", failed.size(), ElasticCounters.scheduled("UndersizedEnded"));
      MemoryFailures.assertCounted(failed, seenByNodes);
      elastic.assertSizesAreTrue();
      IdleClusterCheck.await(elastic);
    }
  }

  /** Returns the containers of the attempts that failed. */
  private static List<String> assertRanAgain(ElasticCluster elastic) throws IOException {
    List<String> failed = new ArrayList<>();
    for (TaskInfo task : JobHistoryRecords.await(elastic.mapReduce()).tasks(TaskType.REDUCE)) {
      List<TaskAttemptInfo> failures = JobHistoryRecords.attempts(task, "FAILED");
      List<TaskAttemptInfo> successes = JobHistoryRecords.attempts(task, "SUCCEEDED");
      assertTrue(task.getTaskId() + " failed " + failures.size(), failures.size() <= 1);
      assertEquals(task.getTaskId().toString(), 1, successes.size());
      for (TaskAttemptInfo failure : failures) {
        String container = failure.getContainerId().toString();
        MemoryFailures.assertOutOfMemory(elastic, container, failure.getError());
        MemoryFailures.assertWhole(elastic, successes.get(0).getContainerId().toString());
        failed.add(container);
      }
    }
    return failed;
  }
}
