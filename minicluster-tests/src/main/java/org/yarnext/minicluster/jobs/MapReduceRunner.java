// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.Await;

/** Runs MapReduce jobs on a cluster, over files of the local file system. Immutable. */
public final class MapReduceRunner {
  private final Configuration conf;
  private final Configuration masterConf;
  private final Path stagingDir;

  public MapReduceRunner(MiniCluster cluster) {
    this(cluster.conf(), cluster.masterConf(), cluster.workDir());
  }

  /**
   * Creates a runner.
   *
   * @param conf configuration for clients
   * @param masterConf base configuration of jobs and their masters
   * @param workDir directory in which the jobs' staging directory is created
   */
  MapReduceRunner(Configuration conf, Configuration masterConf, Path workDir) {
    this.conf = conf;
    this.masterConf = masterConf;
    this.stagingDir = workDir.resolve("mr-staging");
  }

  /** Returns the directory of job history files, unless a job sets another one. */
  public Path histories() {
    return stagingDir.resolve("history");
  }

  /**
   * Returns a new job configuration. Speculative execution is off.
   *
   * @param masterMb memory of the Application Master's container, in MB
   * @param masterHeapMb maximum heap of the Application Master, in MB
   */
  public Configuration settings(int masterMb, int masterHeapMb) {
    Configuration job = new Configuration(masterConf);
    job.set("mapreduce.framework.name", "yarn");
    job.set("yarn.app.mapreduce.am.staging-dir", stagingDir.toString());
    job.setInt("yarn.app.mapreduce.am.resource.mb", masterMb);
    job.set("yarn.app.mapreduce.am.command-opts", jvmOptions(masterHeapMb));
    job.setInt("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", 200);
    job.setBoolean("mapreduce.map.speculative", false);
    job.setBoolean("mapreduce.reduce.speculative", false);
    return job;
  }

  public static String jvmOptions(int heapMb) {
    return "-Xmx" + heapMb + "m " + MiniCluster.CONTAINER_JVM_OPTIONS;
  }

  /**
   * Runs a job over all files of {@code input}.
   *
   * @param output directory, which must not exist
   * @throws IllegalStateException if the job does not succeed within {@code timeoutMs}
   */
  public void run(Job job, Path input, Path output, long timeoutMs) throws IOException {
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output.toUri()));
    try {
      job.submit();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
    awaitSuccess(TypeConverter.toYarn(job.getJobID()).getAppId(), timeoutMs);
  }

  /**
   * Waits until the job has succeeded. Asks the ResourceManager: the job's own client needs a job
   * history server once the job has ended.
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
