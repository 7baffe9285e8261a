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

/** Hadoop's own example, as a real MapReduce job on the local file system. */
public final class MapReduceWordCount {

  private static final int CONTAINER_MB = 512;
  private static final int HEAP_MB = 320;

  private final MapReduceRunner runner;
  private Class<? extends WordCount.TokenizerMapper> mapper = WordCount.TokenizerMapper.class;
  private Class<? extends WordCount.IntSumReducer> reducer = WordCount.IntSumReducer.class;
  private int reducers = 1;
  private int opportunisticMapsPercent;
  private String tags = "";
  private final Map<String, String> settings = new LinkedHashMap<>();

  public MapReduceWordCount(MiniCluster cluster) {
    this.runner = new MapReduceRunner(cluster);
  }

  /** A job for a federation's Router. */
  public MapReduceWordCount(FederatedCluster cluster) throws IOException {
    this.runner = new MapReduceRunner(cluster.conf(), cluster.masterConf(), cluster.workDir());
  }

  public MapReduceWordCount reducers(int count) {
    reducers = count;
    return this;
  }

  /** The share of maps to run in opportunistic containers; default 0. */
  public MapReduceWordCount opportunisticMapsPercent(int percent) {
    opportunisticMapsPercent = percent;
    return this;
  }

  /** Application tags, with commas between. */
  public MapReduceWordCount tags(String value) {
    tags = value;
    return this;
  }

  /** Another mapper than the example's own. */
  public MapReduceWordCount mapper(Class<? extends WordCount.TokenizerMapper> type) {
    mapper = type;
    return this;
  }

  /** Another reducer than the example's own, which stays the combiner. */
  public MapReduceWordCount reducer(Class<? extends WordCount.IntSumReducer> type) {
    reducer = type;
    return this;
  }

  /** Any setting of the job; it goes before all others. */
  public MapReduceWordCount set(String key, String value) {
    settings.put(key, value);
    return this;
  }

  /** Where the Application Masters leave the histories of their jobs. */
  public Path histories() {
    return runner.histories();
  }

  /**
   * Runs the job: a map for every file of {@code input}. {@code output} must not exist.
   *
   * @throws IllegalStateException if it does not succeed within {@code timeoutMs}
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
    job.setInt("mapreduce.job.num-opportunistic-maps-percent", opportunisticMapsPercent);
    job.set("mapreduce.job.tags", tags);
    settings.forEach(job::set);
    return job;
  }
}
