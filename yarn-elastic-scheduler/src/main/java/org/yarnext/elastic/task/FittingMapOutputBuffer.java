// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.task;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.elastic.policy.heap.SortBuffer;
import org.yarnext.elastic.policy.heap.TaskVariables;

/**
 * Hooks {@code mapreduce.job.map.output.collector.class}: stock's collector with a sort buffer that
 * fits the heap the task has (YARN-ME section 2.2). It is only ever made smaller, and only in a
 * task whose heap the NodeManager made smaller.
 */
public class FittingMapOutputBuffer<K, V> extends MapTask.MapOutputBuffer<K, V> {
  /** The part of the heap that the buffer may have, in percent; as on the NodeManager. */
  public static final String SORT_PERCENT = "yarn.elastic.heap.sort-percent";

  public static final int DEFAULT_SORT_PERCENT = 50;

  private static final Logger LOG = LoggerFactory.getLogger(FittingMapOutputBuffer.class);
  private static final int MAX_PERCENT = 80;

  @Override
  public void init(Context context) throws IOException, ClassNotFoundException {
    try {
      fit(context.getJobConf());
    } catch (RuntimeException e) {
      LOG.warn("The sort buffer stays unchanged", e);
    }
    super.init(context);
  }

  private void fit(JobConf job) {
    if (TaskVariables.megabytes(environment(), TaskVariables.HEAP_MB) < 0) {
      return;
    }
    int configured = job.getInt(MRJobConfig.IO_SORT_MB, MRJobConfig.DEFAULT_IO_SORT_MB);
    int percent = job.getInt(SORT_PERCENT, DEFAULT_SORT_PERCENT);
    percent = Math.max(1, Math.min(MAX_PERCENT, percent));
    int fitting = SortBuffer.fittingMb(configured, heapBytes(), percent);
    if (fitting < configured) {
      LOG.info(
          "{} is {} instead of {}: the heap has {} MB",
          MRJobConfig.IO_SORT_MB,
          fitting,
          configured,
          heapBytes() >> 20);
      job.setInt(MRJobConfig.IO_SORT_MB, fitting);
    }
  }

  /** Returns the task's environment. */
  Map<String, String> environment() {
    return System.getenv();
  }

  /** Returns the task's actual maximum heap, in bytes. */
  long heapBytes() {
    return Runtime.getRuntime().maxMemory();
  }
}
