// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.HistoryFiles;
import org.yarnext.minicluster.jobs.MapReduceRunner;

/**
 * Hadoop's word count or sort as a MapReduce job over files of the local file system, with given
 * memory for its maps and for its only reducer. Its run times are read from the job history.
 */
public final class ShuffleJob {

  /** Kinds of jobs, made of Hadoop's own classes. */
  public enum Kind {
    /** {@link WordCount} without its combiner, so that reducers read as much as maps write. */
    WORD_COUNT {
      @Override
      void configure(Job job) {
        job.setMapperClass(WordCount.TokenizerMapper.class);
        job.setReducerClass(WordCount.IntSumReducer.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
      }
    },

    /** {@code org.apache.hadoop.examples.Sort}: the identity, over sequence files. */
    SORT {
      @Override
      void configure(Job job) {
        job.setMapperClass(Mapper.class);
        job.setReducerClass(Reducer.class);
        job.setInputFormatClass(SequenceFileInputFormat.class);
        job.setOutputFormatClass(SequenceFileOutputFormat.class);
        job.setOutputKeyClass(BytesWritable.class);
        job.setOutputValueClass(BytesWritable.class);
      }
    };

    abstract void configure(Job job);

    /** Returns a readable name, which is also the job's. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  private static final int MASTER_MB = 512;

  private final MapReduceRunner runner;
  private final Kind kind;
  private final Map<String, String> settings = new HashMap<>();

  public ShuffleJob(MiniCluster cluster, Kind kind) {
    this.runner = new MapReduceRunner(cluster);
    this.kind = kind;
  }

  /** Sets the container, heap and sort buffer of each map, in MB. */
  public ShuffleJob mapMemory(int containerMb, int heapMb, int sortMb) {
    return set("mapreduce.map.memory.mb", Integer.toString(containerMb))
        .set("mapreduce.map.java.opts", MapReduceRunner.jvmOptions(heapMb))
        .set("mapreduce.task.io.sort.mb", Integer.toString(sortMb));
  }

  /** Sets the container and heap of the reducer, in MB. */
  public ShuffleJob reduceMemory(int containerMb, int heapMb) {
    return set("mapreduce.reduce.memory.mb", Integer.toString(containerMb))
        .set("mapreduce.reduce.java.opts", MapReduceRunner.jvmOptions(heapMb));
  }

  /** Sets a key of the job. */
  public ShuffleJob set(String key, String value) {
    settings.put(key, value);
    return this;
  }

  /**
   * Runs the job, with one map for each file of {@code input}.
   *
   * @param output directory, which must not exist
   * @return all attempts of all tasks
   * @throws IllegalStateException if the job does not succeed within {@code timeoutMs}
   */
  public List<TaskRun> run(Path input, Path output, long timeoutMs) throws IOException {
    Job job = Job.getInstance(jobConf(), kind.label());
    kind.configure(job);
    job.setNumReduceTasks(1);
    runner.run(job, input, output, timeoutMs);
    return HistoryFiles.attempts(runner.histories(), job.getJobID()).stream()
        .map(TaskRun::of)
        .collect(Collectors.toList());
  }

  /** Returns the directory of the histories of all such jobs on the cluster. */
  public Path histories() {
    return runner.histories();
  }

  private Configuration jobConf() {
    Configuration job = runner.settings(MASTER_MB, MASTER_MB - 192);
    // Creates one map for each file, and starts the reducer after all maps, so that its time does
    // not depend on theirs.
    job.set("mapreduce.input.fileinputformat.split.minsize", Long.toString(Long.MAX_VALUE));
    job.set("mapreduce.job.reduce.slowstart.completedmaps", "1.0");
    settings.forEach(job::set);
    return job;
  }
}
