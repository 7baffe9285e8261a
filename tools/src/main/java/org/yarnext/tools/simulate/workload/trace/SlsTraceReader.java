// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * Reads the jobs of a trace of YARN's Scheduler Load Simulator (SLS). These are MapReduce jobs,
 * whose reducers wait for all maps; DAGs, whose containers wait for their own delays; and streams,
 * whose containers run as long as their job. Times begin with the first job's submission.
 */
public final class SlsTraceReader {
  static final String TASKS = "job.tasks";
  private static final String AM_TYPE = "yarn.sls.am.type";
  private static final String OLD_AM_TYPE = "am.type";
  private static final String START = "job.start.ms";
  private static final String END = "job.end.ms";
  private static final String LABEL = "job.label.expression";
  private static final Set<String> JOB_KEYS =
      new HashSet<>(
          Arrays.asList(
              AM_TYPE,
              OLD_AM_TYPE,
              START,
              END,
              LABEL,
              "job.id",
              "job.user",
              "job.queue.name",
              "job.count",
              TASKS,
              "am.memory-mb",
              "am.vcores",
              SlsNodeReader.NUM_NODES,
              SlsNodeReader.NUM_RACKS));
  private final SlsTaskReader taskReader;
  private final TraceSummary summary;
  private final Map<String, Integer> ids = new HashMap<>();
  private final List<SimJob> jobs = new ArrayList<>();
  private final List<Long> startsMs = new ArrayList<>();
  private long tasks;

  private SlsTraceReader(
      long defaultMb, int defaultVcores, Set<String> resourceTypes, TraceSummary summary) {
    this.taskReader = new SlsTaskReader(defaultMb, defaultVcores, resourceTypes, summary);
    this.summary = summary;
  }

  /**
   * Reads jobs.
   *
   * @param file a local file, or a path of a Hadoop file system; possibly compressed
   * @param defaultMb memory of tasks that do not state it, in MB
   * @param defaultVcores vcores of such tasks
   * @param resourceTypes resource types that nodes have, besides memory and vcores
   * @param summary receives the omitted data
   * @throws ToolException naming the error in the trace
   */
  public static Workload jobs(
      String file,
      Configuration conf,
      long defaultMb,
      int defaultVcores,
      Set<String> resourceTypes,
      TraceSummary summary)
      throws ToolException {
    SlsTraceReader reader = new SlsTraceReader(defaultMb, defaultVcores, resourceTypes, summary);
    TraceFileReader.read(
        file,
        conf,
        Collections.singleton(TASKS),
        SlsTraceReader::mayHoldJobs,
        () -> reader.new Job());
    return reader.workload(file);
  }

  /**
   * Returns whether a key is not a field of a job, so that an object with this key may itself be a
   * job.
   */
  static boolean mayHoldJobs(String key) {
    return !JOB_KEYS.contains(key);
  }

  private Workload workload(String file) throws ToolException {
    if (jobs.isEmpty()) {
      throw summary.noJobs(
          file,
          "No job of " + TraceRecord.shortened(file) + " can be simulated, in the format sls",
          "give job.tasks with run times, or another --format.");
    }
    List<SimJob> placed = fromFirst(file, jobs, startsMs);
    long again = ids.values().stream().filter(n -> n > 1).count();
    if (again > 0) {
      summary.assumed("job.id of several jobs, which are simulated as different jobs", again);
    }
    return new Workload(TraceSummary.name(file), placed);
  }

  /**
   * Returns the jobs with submission times that count from the first one's.
   *
   * @param startsMs submission time of each job; there is at least one
   * @throws ToolException if a job comes too long after the first
   */
  static List<SimJob> fromFirst(String file, List<SimJob> jobs, List<Long> startsMs)
      throws ToolException {
    long firstMs = Collections.min(startsMs);
    List<SimJob> placed = new ArrayList<>();
    for (int j = 0; j < jobs.size(); j++) {
      SimJob job = jobs.get(j);
      long submitMs = startsMs.get(j) - firstMs;
      if (submitMs > TraceLimits.MAX_MS) {
        throw tooLate(file, job.name(), submitMs);
      }
      placed.add(job.withSubmission(submitMs));
    }
    return placed;
  }

  private static ToolException tooLate(String file, String job, long submitMs) {
    return new ToolException(
        TraceRecord.shortened(file)
            + ": job "
            + TraceRecord.shortened(job)
            + " starts "
            + submitMs / 86_400_000
            + " days after the first one, more than a year: correct its start, or divide the trace.");
  }

  /** One object of the file. */
  private final class Job implements TraceFileReader.RecordListener {
    private final List<RecordedTask> recorded = new ArrayList<>();
    private long untimed;
    private long otherPriorities;

    @Override
    public void element(String list, TraceRecord task) throws ToolException {
      RecordedTask read = taskReader.task(task);
      if (read == null) {
        untimed += taskReader.count(task);
        return;
      }
      recorded.add(read);
      int usual =
          read.kind.equals(RecordedTask.REDUCE)
              ? JobStageFactory.REDUCE_PRIORITY
              : JobStageFactory.MAP_PRIORITY;
      if (task.has(SlsTaskReader.PRIORITY) && read.priority != usual) {
        otherPriorities += read.count;
      }
    }

    @Override
    public void object(TraceRecord json) throws ToolException {
      if (json.has(TASKS) && !json.hasList(TASKS)) {
        throw json.refused(TASKS + " is not a list", "make it one of tasks");
      }
      long count = json.whole("job.count", 1, 1, TraceLimits.MAX_JOBS);
      for (String key : json.keys()) {
        if (!JOB_KEYS.contains(key)) {
          summary.unknown(key, JOB_KEYS, count);
        }
      }
      if (!json.has(TASKS) && json.keys().stream().noneMatch(key -> key.startsWith("job."))) {
        if (json.keys().stream().noneMatch(JOB_KEYS::contains)) {
          if (json.inside().isEmpty()) {
            summary.leaveOut("objects that are not jobs");
          } else {
            summary.unknown(json.inside(), JOB_KEYS, 1);
          }
        }
        return;
      }
      long own = recorded.stream().mapToLong(task -> task.count).sum();
      if (own > 0 && untimed > 0) {
        summary.leaveTasksOut("tasks without a start and an end", count * untimed);
      }
      if (own == 0) {
        summary.leaveJobsOut("jobs without timed tasks", count, count * untimed);
        return;
      }
      tasks += count * own;
      if (tasks > TraceLimits.MAX_TASKS || jobs.size() + count > TraceLimits.MAX_JOBS) {
        throw json.refused(
            "with this job there are "
                + tasks
                + " tasks of "
                + (jobs.size() + count)
                + " jobs, more than "
                + TraceLimits.MAX_TASKS
                + " of "
                + TraceLimits.MAX_JOBS,
            "reduce the counts, or divide the trace");
      }
      add(json, (int) count);
    }

    private void add(TraceRecord json, int count) throws ToolException {
      long startMs = json.rounded(START, 0, 0, TraceLimits.MAX_DATE_MS);
      List<SimStage> stages = stages(json, startMs, count);
      String user = SlsTraceReader.text(json, "job.user", "jobs without a user", count, summary);
      String queue =
          SlsTraceReader.text(json, "job.queue.name", "jobs without a queue", count, summary);
      if (json.has(LABEL)) {
        summary.notModelled(LABEL + " of jobs", count);
      }
      long mb = json.rounded("am.memory-mb", 0, 0, TraceLimits.MAX_MB);
      int vcores = (int) json.whole("am.vcores", 0, 0, TraceLimits.MAX_VCORES);
      String framework = type(json).equals("mapreduce") ? "MAPREDUCE" : "YARN";
      if (json.has("job.id")) {
        ids.merge(json.text("job.id", ""), 1, Integer::sum);
      }
      for (int i = 0; i < count; i++) {
        int id = jobs.size() + 1;
        String name = json.text("job.id", "job-" + id);
        String path = checked(json, queue);
        jobs.add(new SimJob(id, name, framework, user, path, 0, stages).withMaster(mb, vcores));
        startsMs.add(startMs);
      }
    }

    private String type(TraceRecord json) throws ToolException {
      return json.text(AM_TYPE, json.text(OLD_AM_TYPE, "mapreduce"));
    }

    private List<SimStage> stages(TraceRecord json, long startMs, int count) throws ToolException {
      String type = type(json);
      switch (type) {
        case "mapreduce":
          if (otherPriorities > 0) {
            summary.notModelled(
                SlsTaskReader.PRIORITY
                    + " of MapReduce tasks other than 20 for maps and 10 for reducers",
                count * otherPriorities);
          }
          return JobStageFactory.mapReduce(recorded);
        case "dag":
          return JobStageFactory.independent(recorded);
        case "stream":
          return JobStageFactory.independent(asLongAs(json, startMs));
        default:
          throw json.refused(
              AM_TYPE + "=" + TraceRecord.shortened(type), "make it mapreduce, dag or stream");
      }
    }

    /** Returns the containers of a stream, which it restarts until it ends. */
    private List<RecordedTask> asLongAs(TraceRecord json, long startMs) throws ToolException {
      long ms = json.rounded(END, 0, -TraceLimits.MAX_DATE_MS, TraceLimits.MAX_DATE_MS) - startMs;
      if (ms <= 0 || ms > TraceLimits.MAX_MS) {
        throw json.refused(
            "a stream with " + END + " at or before " + START + ", or over a year later",
            "correct it");
      }
      List<RecordedTask> streams = new ArrayList<>();
      for (RecordedTask task : recorded) {
        SimTask whole = task.task.withDuration(Math.max(ms, task.task.durationMs()));
        streams.add(new RecordedTask(task.kind, task.count, whole, task.priority, -1, -1));
      }
      return streams;
    }
  }

  /** Returns a text, or {@code default}, which is counted. */
  static String text(TraceRecord json, String key, String missing, long count, TraceSummary summary)
      throws ToolException {
    if (!json.has(key)) {
      summary.assumed("default for " + missing, count);
    }
    return json.text(key, "default");
  }

  /** Returns a queue's path below root, which the schedulers can have. */
  static String checked(TraceRecord json, String queue) throws ToolException {
    String path = JobStageFactory.queue(queue);
    if (path.equals("root") || !path.matches("[^\\s,.]+(\\.[^\\s,.]+)*")) {
      throw json.refused(
          "queue " + TraceRecord.shortened(queue) + " is not the path of a queue below root",
          "correct it");
    }
    return path;
  }
}
