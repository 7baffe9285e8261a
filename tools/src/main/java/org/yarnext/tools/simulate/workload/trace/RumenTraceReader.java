// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.tools.rumen.ClusterTopologyReader;
import org.apache.hadoop.tools.rumen.JobTraceReader;
import org.apache.hadoop.tools.rumen.LoggedJob;
import org.apache.hadoop.tools.rumen.LoggedLocation;
import org.apache.hadoop.tools.rumen.LoggedNetworkTopology;
import org.apache.hadoop.tools.rumen.LoggedTask;
import org.apache.hadoop.tools.rumen.LoggedTaskAttempt;
import org.apache.hadoop.tools.rumen.Pre21JobHistoryConstants.Values;
import org.apache.hadoop.tools.rumen.datatypes.JobName;
import org.apache.hadoop.tools.rumen.datatypes.JobProperties;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * Reads what Rumen's TraceBuilder writes, with Rumen's own reader: one task for each task that has
 * a timed attempt, its successful one if there is, else its last. Times begin with the first job's.
 */
public final class RumenTraceReader {
  private RumenTraceReader() {}

  /**
   * Reads jobs.
   *
   * @param file a file on any of Hadoop's file systems, possibly compressed
   * @param defaultMb memory of tasks whose job does not state it, in MB
   * @param defaultVcores vcores of such tasks
   * @param warnings receives what is left out
   * @throws ToolException if no job has a timed task, or a request is not a number
   */
  public static Workload jobs(
      String file, long defaultMb, int defaultVcores, Configuration conf, Consumer<String> warnings)
      throws IOException, ToolException {
    List<LoggedJob> logged = new ArrayList<>();
    long left = 0;
    try (JobTraceReader reader = new JobTraceReader(new Path(file), conf)) {
      for (LoggedJob job = reader.getNext(); job != null; job = reader.getNext()) {
        // Rumen writes -1 if the history has no submission. Taken as a time, it would be long
        // before all others.
        if (job.getSubmitTime() >= 0) {
          logged.add(job);
        } else {
          left++;
        }
      }
    }
    if (left > 0) {
      warnings.accept(left + " jobs have no submit time, and are left out.");
    }
    long startMs = logged.stream().mapToLong(LoggedJob::getSubmitTime).min().orElse(0);
    List<SimJob> jobs = new ArrayList<>();
    for (LoggedJob job : logged) {
      SimJob read = job(jobs.size() + 1, job, startMs, defaultMb, defaultVcores);
      if (read != null) {
        jobs.add(read);
      }
    }
    if (jobs.isEmpty()) {
      throw new ToolException(
          "No job in " + file + " has timed tasks and a submit time: give another trace.");
    }
    return new Workload(new Path(file).getName(), jobs);
  }

  private static SimJob job(int id, LoggedJob job, long startMs, long defaultMb, int defaultVcores)
      throws ToolException {
    int mapVcores = vcores(job, MRJobConfig.MAP_CPU_VCORES, defaultVcores);
    int reduceVcores = vcores(job, MRJobConfig.REDUCE_CPU_VCORES, defaultVcores);
    long mapMb = memoryMb(job, TaskType.MAP, job.getJobMapMB(), defaultMb);
    long reduceMb = memoryMb(job, TaskType.REDUCE, job.getJobReduceMB(), defaultMb);
    long mapsEndMs =
        job.getMapTasks().stream()
            .map(RumenTraceReader::attempt)
            .mapToLong(a -> a == null ? 0 : a.getFinishTime())
            .max()
            .orElse(0);
    List<SimTask> maps =
        tasks(job.getMapTasks(), mapMb, mapVcores, a -> a.getFinishTime() - a.getStartTime());
    // A reducer waits for the last map, so the part before that does not count.
    List<SimTask> reduces =
        tasks(
            job.getReduceTasks(),
            reduceMb,
            reduceVcores,
            a -> a.getFinishTime() - Math.max(a.getStartTime(), mapsEndMs));
    if (maps.isEmpty() && reduces.isEmpty()) {
      return null;
    }
    JobName name = job.getJobName();
    return new SimJob(
        id,
        name == null || name.getValue() == null ? "job-" + id : name.getValue(),
        "MAPREDUCE",
        job.getUser() == null ? "default" : job.getUser().getValue(),
        job.getQueue() == null ? "default" : MapReduceStages.queue(job.getQueue().getValue()),
        job.getSubmitTime() - startMs,
        MapReduceStages.of(maps, reduces));
  }

  /**
   * Returns the memory that MapReduce computes from the job's configuration, which Rumen keeps.
   * Rumen's own jobMapMB and jobReduceMB are the heap; they are used if the trace has no
   * configuration.
   */
  private static long memoryMb(LoggedJob job, TaskType type, int heapMb, long defaultValue) {
    String key = type == TaskType.MAP ? MRJobConfig.MAP_MEMORY_MB : MRJobConfig.REDUCE_MEMORY_MB;
    if (property(job, key) == null) {
      return heapMb > 0 ? heapMb : defaultValue;
    }
    JobConf conf = new JobConf(false);
    Properties properties = job.getJobProperties().getValue();
    properties.stringPropertyNames().forEach(each -> conf.set(each, properties.getProperty(each)));
    return conf.getMemoryRequired(type);
  }

  /** Returns null if the job's configuration does not have the key. */
  private static String property(LoggedJob job, String key) {
    JobProperties properties = job.getJobProperties();
    return properties == null ? null : properties.getValue().getProperty(key);
  }

  /** Returns the configured vcores. */
  private static int vcores(LoggedJob job, String key, int defaultValue) throws ToolException {
    String text = property(job, key);
    if (text == null) {
      return defaultValue;
    }
    try {
      int vcores = Integer.parseInt(text.trim());
      if (vcores > 0) {
        return vcores;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new ToolException(
        "Job " + job.getJobID() + " has " + key + "=" + text + ": make it 1 or more.");
  }

  private static List<SimTask> tasks(
      List<LoggedTask> logged, long mb, int vcores, ToLongFunction<LoggedTaskAttempt> duration) {
    List<SimTask> tasks = new ArrayList<>();
    for (LoggedTask task : logged) {
      LoggedTaskAttempt attempt = attempt(task);
      if (attempt != null) {
        long ms = Math.max(1, duration.applyAsLong(attempt));
        tasks.add(new SimTask(mb, vcores, ms, hosts(task)));
      }
    }
    return tasks;
  }

  /**
   * Returns the attempt with a start and an end, preferably a successful one; null if there is
   * none.
   */
  private static LoggedTaskAttempt attempt(LoggedTask task) {
    LoggedTaskAttempt best = null;
    for (LoggedTaskAttempt attempt : task.getAttempts()) {
      boolean timed = attempt.getStartTime() > 0 && attempt.getFinishTime() > 0;
      if (timed && (best == null || best.getResult() != Values.SUCCESS)) {
        best = attempt;
      }
    }
    return best;
  }

  private static List<String> hosts(LoggedTask task) {
    List<String> hosts = new ArrayList<>();
    if (task.getPreferredLocations() != null) {
      for (LoggedLocation location : task.getPreferredLocations()) {
        int layers = location.getLayers() == null ? 0 : location.getLayers().size();
        if (layers > 0) {
          String path = location.getLayers().get(layers - 1).getValue();
          hosts.add(path.substring(path.lastIndexOf('/') + 1));
        }
      }
    }
    return hosts;
  }

  /**
   * Reads the topology that TraceBuilder writes beside the jobs; all nodes have the same size.
   *
   * @throws ToolException if it has no node
   */
  public static ClusterTopology nodes(
      String file, long memoryMb, int vcores, double diskMbPerSecond, Configuration conf)
      throws IOException, ToolException {
    LoggedNetworkTopology root = new ClusterTopologyReader(new Path(file), conf).get();
    List<SimNode> nodes = new ArrayList<>();
    if (root.getChildren() != null) {
      for (LoggedNetworkTopology rack : root.getChildren()) {
        String path = "/" + withoutSlash(rack.getName().getValue());
        if (rack.getChildren() != null) {
          for (LoggedNetworkTopology host : rack.getChildren()) {
            String name = host.getName().getValue();
            nodes.add(
                new SimNode(
                    name.substring(name.lastIndexOf('/') + 1),
                    path,
                    memoryMb,
                    vcores,
                    diskMbPerSecond));
          }
        }
      }
    }
    if (nodes.isEmpty()) {
      throw new ToolException("There is no node in " + file + ": give another topology.");
    }
    return new ClusterTopology(nodes);
  }

  private static String withoutSlash(String name) {
    return name.startsWith("/") ? name.substring(1) : name;
  }
}
