// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.yarnext.minicluster.cluster.FederatedCluster;
import org.yarnext.minicluster.cluster.MiniCluster;

/**
 * Hadoop's word count example as a MapReduce job on a test cluster, over files of the local file
 * system.
 */
public final class MapReduceWordCount {

  private static final int CONTAINER_MB = 512;
  private static final int HEAP_MB = 320;

  private final MapReduceRunner runner;
  private Class<? extends WordCount.TokenizerMapper> mapper = WordCount.TokenizerMapper.class;
  private Class<? extends WordCount.IntSumReducer> reducer = WordCount.IntSumReducer.class;
  private int reducers = 1;
  private String tags = "";
  private final Map<String, String> settings = new LinkedHashMap<>();

  public MapReduceWordCount(MiniCluster cluster) {
    this.runner = new MapReduceRunner(cluster);
  }

  /** Creates a job that is submitted to the Router of a federation. */
  public MapReduceWordCount(FederatedCluster cluster) throws IOException {
    this.runner = new MapReduceRunner(cluster.conf(), cluster.masterConf(), cluster.workDir());
  }

  public MapReduceWordCount reducers(int count) {
    reducers = count;
    return this;
  }

  /** Sets the application tags, separated by commas. */
  public MapReduceWordCount tags(String value) {
    tags = value;
    return this;
  }

  /** Replaces the example's mapper. */
  public MapReduceWordCount mapper(Class<? extends WordCount.TokenizerMapper> type) {
    mapper = type;
    return this;
  }

  /** Replaces the example's reducer. The combiner remains the example's. */
  public MapReduceWordCount reducer(Class<? extends WordCount.IntSumReducer> type) {
    reducer = type;
    return this;
  }

  /** Sets a key of the job, which overrides all other settings. */
  public MapReduceWordCount set(String key, String value) {
    settings.put(key, value);
    return this;
  }

  /** Returns the directory of job history files. */
  public Path histories() {
    return runner.histories();
  }

  /**
   * Runs the job, with one map for each file of {@code input}.
   *
   * @param output directory, which must not exist
   * @throws IllegalStateException if the job does not succeed within {@code timeoutMs}
   */
  public WordCountResult run(Path input, Path output, long timeoutMs) throws IOException {
    Job job = Job.getInstance(jobConf(), "word count");
    job.setMapperClass(mapper);
    job.setCombinerClass(WordCount.IntSumReducer.class);
    job.setReducerClass(reducer);
    job.setNumReduceTasks(reducers);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    long start = System.nanoTime();
    runner.run(job, input, output, timeoutMs);
    return WordCountResult.read(output, (System.nanoTime() - start) / 1_000_000);
  }

  private Configuration jobConf() {
    Configuration job = runner.settings(CONTAINER_MB, HEAP_MB);
    job.setInt("mapreduce.map.memory.mb", CONTAINER_MB);
    job.setInt("mapreduce.reduce.memory.mb", CONTAINER_MB);
    job.set("mapreduce.map.java.opts", MapReduceRunner.jvmOptions(HEAP_MB));
    job.set("mapreduce.reduce.java.opts", MapReduceRunner.jvmOptions(HEAP_MB));
    job.setInt("mapreduce.task.io.sort.mb", 32);
    job.set("mapreduce.job.tags", tags);
    settings.forEach(job::set);
    return job;
  }
}
