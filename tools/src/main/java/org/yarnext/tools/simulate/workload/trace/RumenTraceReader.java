// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * Reads the traces that Rumen's TraceBuilder writes. Each task with a timed attempt becomes one
 * task: its successful attempt, or else its last. Times begin with the first job's submission.
 * Rumen's own reader is not used, because it ends silently at the first job that it cannot map.
 */
public final class RumenTraceReader {
  private static final String MAPS = "mapTasks";
  private static final String REDUCES = "reduceTasks";
  private static final String OTHERS = "otherTasks";
  private static final String SUBMIT = "submitTime";
  private static final String ATTEMPTS = "attempts";
  private static final String PROPERTIES = "jobProperties";
  private static final Set<String> LISTS = new HashSet<>(Arrays.asList(MAPS, REDUCES, OTHERS));
  private static final Set<String> JOB_KEYS =
      new HashSet<>(
          Arrays.asList(
              ("jobID user computonsPerMapInputByte computonsPerMapOutputByte"
                      + " computonsPerReduceInputByte computonsPerReduceOutputByte submitTime"
                      + " launchTime finishTime heapMegabytes totalMaps totalReduces outcome"
                      + " jobtype priority directDependantJobs mapTasks reduceTasks otherTasks"
                      + " successfulMapAttemptCDFs failedMapAttemptCDFs"
                      + " successfulReduceAttemptCDF failedReduceAttemptCDF queue jobName"
                      + " clusterMapMB clusterReduceMB jobMapMB jobReduceMB relativeTime"
                      + " mapperTriesToSucceed failedMapperFraction jobProperties")
                  .split(" ")));
  private static final Set<String> TASK_KEYS =
      new HashSet<>(
          Arrays.asList(
              ("inputBytes inputRecords outputBytes outputRecords taskID startTime finishTime"
                      + " taskType taskStatus attempts preferredLocations")
                  .split(" ")));

  private final long defaultMb;
  private final int defaultVcores;
  private final TraceSummary summary;
  private final Map<String, List<String>> hosts = new HashMap<>();
  private final List<SimJob> jobs = new ArrayList<>();
  private final List<Long> submitsMs = new ArrayList<>();
  private long tasks;

  private RumenTraceReader(long defaultMb, int defaultVcores, TraceSummary summary) {
    this.defaultMb = defaultMb;
    this.defaultVcores = defaultVcores;
    this.summary = summary;
  }

  /** Reads jobs, and passes a line about omitted data to {@code warnings}. */
  public static Workload jobs(
      String file, long defaultMb, int defaultVcores, Configuration conf, Consumer<String> warnings)
      throws ToolException {
    TraceSummary summary = new TraceSummary();
    Workload workload = jobs(file, conf, defaultMb, defaultVcores, summary);
    String line = summary.line(workload.name());
    if (line != null) {
      warnings.accept(line);
    }
    return workload;
  }

  /**
   * Reads jobs.
   *
   * @param file a local file, or a path of a Hadoop file system; possibly compressed
   * @param defaultMb memory of tasks whose job does not state it, in MB
   * @param defaultVcores vcores of such tasks
   * @param summary receives the omitted data
   * @throws ToolException if no job has a timed task, or a request is not a number
   */
  public static Workload jobs(
      String file, Configuration conf, long defaultMb, int defaultVcores, TraceSummary summary)
      throws ToolException {
    RumenTraceReader reader = new RumenTraceReader(defaultMb, defaultVcores, summary);
    TraceFileReader.read(file, conf, LISTS, key -> false, () -> reader.new Job());
    return reader.workload(file);
  }

  private Workload workload(String file) throws ToolException {
    if (jobs.isEmpty()) {
      throw summary.noJobs(
          file,
          "No job in "
              + TraceRecord.shortened(file)
              + " has timed tasks and a submit time, in the format rumen",
          "give another trace or --format.");
    }
    return new Workload(TraceSummary.name(file), SlsTraceReader.fromFirst(file, jobs, submitsMs));
  }

  /** One job of the file. */
  private final class Job implements TraceFileReader.RecordListener {
    private final List<RecordedAttempt> maps = new ArrayList<>();
    private final List<RecordedAttempt> reduces = new ArrayList<>();
    private long untimed;
    private long others;

    @Override
    public void element(String list, TraceRecord task) throws ToolException {
      for (String key : task.keys()) {
        if (!TASK_KEYS.contains(key)) {
          summary.unknown(key, TASK_KEYS, 1);
        }
      }
      if (list.equals(OTHERS)) {
        others++;
        return;
      }
      RecordedAttempt attempt = attempt(task);
      if (attempt == null) {
        untimed++;
      } else {
        (list.equals(MAPS) ? maps : reduces).add(attempt);
      }
    }

    /**
     * Returns the attempt with a start and an end, preferably a successful one; null if there is
     * none.
     */
    private RecordedAttempt attempt(TraceRecord task) throws ToolException {
      RecordedAttempt best = null;
      boolean succeeded = false;
      for (TraceRecord attempt : task.list(ATTEMPTS)) {
        long startMs = ms(attempt, "startTime");
        long endMs = ms(attempt, "finishTime");
        boolean timed = startMs > 0 && endMs >= startMs;
        if (timed && endMs - startMs <= TraceLimits.MAX_MS && !succeeded) {
          best = new RecordedAttempt(startMs, endMs, hosts(task));
          succeeded = attempt.text("result", "").equals("SUCCESS");
        }
      }
      return best;
    }

    /** Returns -1 for a time that is missing or is none, as in histories of killed jobs. */
    private long ms(TraceRecord json, String key) throws ToolException {
      return json.isNumber(key)
          ? json.rounded(key, -1, -TraceLimits.MAX_DATE_MS, TraceLimits.MAX_DATE_MS)
          : -1;
    }

    private List<String> hosts(TraceRecord task) throws ToolException {
      List<String> found = new ArrayList<>();
      for (TraceRecord location : task.list("preferredLocations")) {
        List<String> layers = location.texts("layers");
        if (!layers.isEmpty()) {
          found.add(SlsNodeReader.host(layers.get(layers.size() - 1)));
        }
      }
      return hosts.computeIfAbsent(String.join("/", found), all -> found);
    }

    @Override
    public void object(TraceRecord json) throws ToolException {
      for (String key : json.keys()) {
        if (!JOB_KEYS.contains(key)) {
          summary.unknown(key, JOB_KEYS, 1);
        }
        if (LISTS.contains(key) && json.has(key) && !json.hasList(key)) {
          throw json.refused(key + " is not a list", "make it one of tasks");
        }
      }
      if (others > 0) {
        summary.notModelled("tasks that set jobs up or clean up", others);
      }
      int timed = maps.size() + reduces.size();
      // Rumen writes -1 if the history has no submission. Taken as a time, it would be long before
      // all others.
      boolean submitted = ms(json, SUBMIT) >= 0;
      if (!submitted || timed == 0) {
        summary.leaveJobsOut(
            submitted ? "jobs without timed tasks" : "jobs without a submit time",
            1,
            timed + untimed);
        return;
      }
      if (untimed > 0) {
        summary.leaveTasksOut("tasks without a timed attempt", untimed);
      }
      tasks += timed;
      if (tasks > TraceLimits.MAX_TASKS || jobs.size() >= TraceLimits.MAX_JOBS) {
        throw json.refused(
            "with this job there are more than "
                + TraceLimits.MAX_TASKS
                + " tasks or "
                + TraceLimits.MAX_JOBS
                + " jobs",
            "divide the trace");
      }
      add(json);
    }

    private void add(TraceRecord json) throws ToolException {
      List<RecordedTask> recorded = new ArrayList<>();
      TraceRecord properties = json.object(PROPERTIES);
      SimTask map = request(json, properties, TaskType.MAP, "jobMapMB", maps.size());
      SimTask reduce = request(json, properties, TaskType.REDUCE, "jobReduceMB", reduces.size());
      maps.forEach(attempt -> recorded.add(attempt.task(RecordedTask.MAP, map)));
      reduces.forEach(attempt -> recorded.add(attempt.task(RecordedTask.REDUCE, reduce)));
      int id = jobs.size() + 1;
      String user = SlsTraceReader.text(json, "user", "jobs without a user", 1, summary);
      String queue = SlsTraceReader.text(json, "queue", "jobs without a queue", 1, summary);
      submitsMs.add(ms(json, SUBMIT));
      jobs.add(
          new SimJob(
              id,
              json.text("jobName", "job-" + id),
              "MAPREDUCE",
              user,
              SlsTraceReader.checked(json, queue),
              0,
              JobStageFactory.mapReduce(recorded)));
    }

    /**
     * Returns a task that requests what MapReduce computes from the job's configuration, which
     * Rumen keeps. Rumen's own jobMapMB and jobReduceMB are the heap; they are used if the trace
     * has no configuration.
     */
    private SimTask request(
        TraceRecord json, TraceRecord properties, TaskType type, String heapKey, int count)
        throws ToolException {
      boolean map = type == TaskType.MAP;
      String key = map ? MRJobConfig.MAP_MEMORY_MB : MRJobConfig.REDUCE_MEMORY_MB;
      long heapMb = json.rounded(heapKey, -1, -1, TraceLimits.MAX_MB);
      long mb = heapMb > 0 ? heapMb : defaultMb;
      boolean configured = properties != null && properties.has(key);
      if (configured) {
        mb = configuredMb(properties, type, key);
      } else if (heapMb <= 0 && count > 0) {
        summary.assumed(defaultMb + " MB for tasks without memory", count);
      }
      String vcores = map ? MRJobConfig.MAP_CPU_VCORES : MRJobConfig.REDUCE_CPU_VCORES;
      long wanted =
          properties == null
              ? defaultVcores
              : properties.whole(vcores, defaultVcores, 1, TraceLimits.MAX_VCORES);
      return new SimTask(mb, (int) wanted, 0);
    }

    private long configuredMb(TraceRecord properties, TaskType type, String key)
        throws ToolException {
      JobConf conf = new JobConf(false);
      for (String name : properties.keys()) {
        if (properties.has(name) && !name.trim().isEmpty()) {
          conf.set(name, properties.text(name, ""));
        }
      }
      long mb;
      try {
        mb = conf.getMemoryRequired(type);
      } catch (RuntimeException e) { // what is set is no number, or refers to itself
        mb = -1;
      }
      if (mb < 1 || mb > TraceLimits.MAX_MB) {
        throw properties.refused(
            key
                + "="
                + TraceRecord.shortened(properties.text(key, ""))
                + " is not a memory size in MB",
            "correct it");
      }
      return mb;
    }
  }

  /** The attempt from which a task is made. */
  private static final class RecordedAttempt {
    private final long startMs;
    private final long endMs;
    private final List<String> hosts;

    RecordedAttempt(long startMs, long endMs, List<String> hosts) {
      this.startMs = startMs;
      this.endMs = endMs;
      this.hosts = hosts;
    }

    RecordedTask task(String kind, SimTask request) {
      long ms = Math.max(1, endMs - startMs);
      SimTask task = new SimTask(request.memoryMb(), request.vcores(), ms, hosts);
      return new RecordedTask(kind, 1, task, JobStageFactory.MAP_PRIORITY, startMs, endMs);
    }
  }

  /**
   * Reads the topology that TraceBuilder writes beside the jobs; all nodes have the same size.
   *
   * @param summary receives the omitted data
   * @throws ToolException if it has no node
   */
  public static ClusterTopology nodes(
      String file,
      long memoryMb,
      int vcores,
      double diskMbPerSecond,
      Configuration conf,
      TraceSummary summary)
      throws ToolException {
    Map<String, SimNode> nodes = new LinkedHashMap<>();
    for (TraceRecord root : TraceFileReader.objects(file, conf)) {
      for (TraceRecord rack : root.list("children")) {
        String name = "/" + rack.text("name", "default-rack").replaceAll("^/+|/+$", "");
        List<TraceRecord> hosts = rack.list("children");
        if (hosts.isEmpty()) {
          summary.leaveOut("racks without nodes");
        }
        for (TraceRecord json : hosts) {
          String host = SlsNodeReader.host(json.text("name", "node-" + nodes.size()));
          SimNode node = new SimNode(host, name, memoryMb, vcores, diskMbPerSecond);
          if (nodes.putIfAbsent(host, node) != null) {
            summary.leaveOut("nodes with the name of another");
          }
          SlsNodeReader.limit(nodes.size(), json);
        }
      }
    }
    if (nodes.isEmpty()) {
      throw new ToolException(
          "There is no node in " + TraceRecord.shortened(file) + ": give another topology.");
    }
    return new ClusterTopology(new ArrayList<>(nodes.values()));
  }
}
