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

/** Runs MapReduce jobs on a cluster and on the local file system. Immutable. */
public final class MapReduceRunner {
  private final Configuration conf;
  private final Configuration masterConf;
  private final Path stagingDir;

  public MapReduceRunner(MiniCluster cluster) {
    this(cluster.conf(), cluster.masterConf(), cluster.workDir());
  }

  /**
   * @param conf a client's
   * @param masterConf what jobs and their masters start from
   * @param workDir the jobs' staging directory is made in it
   */
  MapReduceRunner(Configuration conf, Configuration masterConf, Path workDir) {
    this.conf = conf;
    this.masterConf = masterConf;
    this.stagingDir = workDir.resolve("mr-staging");
  }

  /** Where the Application Masters leave the histories of their jobs, unless told otherwise. */
  public Path histories() {
    return stagingDir.resolve("history");
  }

  /**
   * What each job is set to: no task is run twice for want of speed.
   *
   * @param masterMb size of its Application Master's container
   * @param masterHeapMb and of the heap in it
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
   * Runs a job over all files of {@code input}. {@code output} must not exist.
   *
   * @throws IllegalStateException if it does not succeed within {@code timeoutMs}
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
