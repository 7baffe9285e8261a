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
package org.yarnext.minicluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Hadoop's own example, as a real MapReduce job on the local file system. */
public final class MapReduceWordCount {

  private static final int CONTAINER_MB = 512;
  private static final String JVM_OPTIONS = "-Xmx320m " + MiniCluster.CONTAINER_JVM_OPTIONS;

  private final Configuration conf;
  private final Configuration masterConf;
  private final Path stagingDir;
  private Class<? extends WordCount.TokenizerMapper> mapper = WordCount.TokenizerMapper.class;
  private Class<? extends WordCount.IntSumReducer> reducer = WordCount.IntSumReducer.class;
  private int reducers = 1;
  private int opportunisticMapsPercent;
  private String tags = "";
  private final Map<String, String> settings = new LinkedHashMap<>();

  public MapReduceWordCount(MiniCluster cluster) {
    this.conf = cluster.conf();
    this.masterConf = cluster.masterConf();
    this.stagingDir = cluster.workDir().resolve("mr-staging");
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
    return stagingDir.resolve("history");
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
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output.toUri()));
    long start = System.nanoTime();
    try {
      job.submit();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
    awaitSuccess(TypeConverter.toYarn(job.getJobID()).getAppId(), timeoutMs);
    return WordCountResult.read(output, (System.nanoTime() - start) / 1_000_000);
  }

  private Configuration jobConf() {
    Configuration job = new Configuration(masterConf);
    job.set("mapreduce.framework.name", "yarn");
    job.set("yarn.app.mapreduce.am.staging-dir", stagingDir.toString());
    job.setInt("yarn.app.mapreduce.am.resource.mb", CONTAINER_MB);
    job.set("yarn.app.mapreduce.am.command-opts", JVM_OPTIONS);
    job.setInt("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", 200);
    job.setInt("mapreduce.map.memory.mb", CONTAINER_MB);
    job.setInt("mapreduce.reduce.memory.mb", CONTAINER_MB);
    job.set("mapreduce.map.java.opts", JVM_OPTIONS);
    job.set("mapreduce.reduce.java.opts", JVM_OPTIONS);
    job.setInt("mapreduce.task.io.sort.mb", 32);
    job.setInt("mapreduce.job.num-opportunistic-maps-percent", opportunisticMapsPercent);
    job.setBoolean("mapreduce.map.speculative", false);
    job.setBoolean("mapreduce.reduce.speculative", false);
    job.set("mapreduce.job.tags", tags);
    settings.forEach(job::set);
    return job;
  }

  /**
   * The ResourceManager is asked, not the job: after its end, the latter would want a job history
   * server.
   */
  private void awaitSuccess(ApplicationId id, long timeoutMs) throws IOException {
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(conf);
      yarn.start();
      Await.until(
          "the end of MapReduce job " + id,
          timeoutMs,
          () ->
              yarn.getApplicationReport(id).getFinalApplicationStatus()
                  != FinalApplicationStatus.UNDEFINED);
      ApplicationReport end = yarn.getApplicationReport(id);
      if (end.getFinalApplicationStatus() != FinalApplicationStatus.SUCCEEDED) {
        throw new IllegalStateException(
            "MapReduce job "
                + id
                + " "
                + end.getFinalApplicationStatus()
                + ": "
                + end.getDiagnostics());
      }
    } catch (YarnException e) {
      throw new IOException(e);
    }
  }
}
