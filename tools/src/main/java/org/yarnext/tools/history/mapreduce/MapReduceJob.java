// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.mapreduce;

import java.util.Locale;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.yarnext.common.launch.JvmHeapParser;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;
import org.yarnext.elastic.profile.TagProfiles;
import org.yarnext.tools.history.record.JvmHeapShare;

/** Memory settings of a finished MapReduce job's tasks. Immutable. */
final class MapReduceJob {
  private final JobConf conf;

  MapReduceJob(JobConf conf) {
    this.conf = conf;
  }

  /** Returns the requested memory of a task in MB, computed as MapReduce does; above 0. */
  long requestedMb(TaskType type) {
    return conf.getMemoryRequired(type);
  }

  /** Returns the maximum heap of a task in MB; -1 if unknown. */
  long heapMb(TaskType type) {
    return JvmHeapParser.maxHeapMb(conf.getTaskJavaOpts(type));
  }

  /**
   * Returns whether the job has memory profiles in its tags, so that it may have run with less
   * memory.
   */
  boolean isElastic() {
    return conf.get(MRJobConfig.JOB_TAGS, "").toLowerCase(Locale.ROOT).contains(TagProfiles.PREFIX);
  }

  boolean compressesMapOutputs() {
    return conf.getCompressMapOutput();
  }

  /** Returns whether the reducers' buffer has a fixed size, rather than a share of the heap. */
  boolean fixesReduceBuffer() {
    return conf.get(MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES) != null;
  }

  /**
   * Returns the shuffle's settings.
   *
   * @throws IllegalArgumentException if the job's settings are invalid
   */
  ShuffleSettings shuffle() {
    ShuffleSettings usual = ShuffleSettings.MAPREDUCE;
    return new ShuffleSettings(
        conf.getFloat(MRJobConfig.SHUFFLE_INPUT_BUFFER_PERCENT, usual.buffer())
            * JvmHeapShare.share(conf.getTaskJavaOpts(TaskType.REDUCE)),
        conf.getFloat(MRJobConfig.SHUFFLE_MEMORY_LIMIT_PERCENT, usual.single()),
        conf.getFloat(MRJobConfig.SHUFFLE_MERGE_PERCENT, usual.merge()),
        conf.getFloat(MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT, usual.retain()),
        conf.getInt(MRJobConfig.IO_SORT_FACTOR, usual.sortFactor()));
  }
}
