// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.commons.math3.random.JDKRandomGenerator;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;

/** Generates jobs of one class of a SYNTH file, in its current or its older form. */
final class SynthJobGenerator {
  private static final Set<String> KEYS =
      SynthTraceReader.keys(
          "class_name user_name class_weight type deadline_factor duration reservation tasks params"
              + " chance_of_reservation deadline_factor_avg deadline_factor_stddev dur_avg"
              + " dur_stddev mtime_avg mtime_stddev rtime_avg rtime_stddev mtasks_avg"
              + " mtasks_stddev rtasks_avg rtasks_stddev map_max_memory_avg"
              + " map_max_memory_stddev reduce_max_memory_avg reduce_max_memory_stddev"
              + " map_max_vcores_avg map_max_vcores_stddev reduce_max_vcores_avg"
              + " reduce_max_vcores_stddev map_execution_type reduce_execution_type");
  private static final Set<String> TASK_KEYS =
      SynthTraceReader.keys("type count time max_memory max_vcores priority execution_type");

  /** Minimum memory of a request in YARN's own generator. */
  private static final long MIN_MB = 1_024;

  private final TraceRecord json;
  private final JDKRandomGenerator random;
  private final TraceSummary summary;
  private final String type;
  private final SampleGenerator deadlineFactor;
  private final SampleGenerator durationS;
  private final SampleGenerator reservation;
  private final List<Tasks> tasks = new ArrayList<>();

  /** Tasks of one type. */
  private static final class Tasks {
    private String kind;
    private SampleGenerator count;
    private SampleGenerator ms;
    private SampleGenerator mb;
    private SampleGenerator vcores;
    private int priority;
    private boolean opportunistic;
  }

  SynthJobGenerator(
      TraceRecord json,
      JDKRandomGenerator random,
      long defaultMb,
      int defaultVcores,
      TraceSummary summary)
      throws ToolException {
    this.json = json;
    this.random = random;
    this.summary = summary;
    SynthTraceReader.unknown(json, KEYS, summary);
    type = json.text("type", "mapreduce");
    if (!type.equals("mapreduce") && !type.equals("dag") && !type.equals("stream")) {
      throw json.refused("type=" + TraceRecord.shortened(type), "make it mapreduce, dag or stream");
    }
    if (json.has("params")) {
      summary.notModelled("params of job classes", 1);
    }
    boolean old = !json.has("tasks");
    deadlineFactor = old ? averaged("deadline_factor") : sample(json, "deadline_factor", 0);
    durationS = old ? averaged("dur") : sample(json, "duration", 0);
    reservation =
        old
            ? SampleGenerator.constant(
                json.real("chance_of_reservation", 0, -SampleGenerator.MAX, SampleGenerator.MAX))
            : sample(json, "reservation", 0);
    if (old) {
      tasks.add(averagedTasks(RecordedTask.MAP, "m", JobStageFactory.MAP_PRIORITY));
      tasks.add(averagedTasks(RecordedTask.REDUCE, "r", JobStageFactory.REDUCE_PRIORITY));
      return;
    }
    for (TraceRecord task : json.list("tasks")) {
      SynthTraceReader.unknown(task, TASK_KEYS, summary);
      Tasks read = new Tasks();
      read.kind = task.text("type", RecordedTask.MAP);
      for (String key : new String[] {"count", "time"}) {
        if (!task.has(key)) {
          throw task.refused("it has no " + key, "add it");
        }
      }
      read.count = sample(task, "count", 0);
      read.ms = sample(task, "time", 0);
      read.mb = sample(task, "max_memory", defaultMb);
      read.vcores = sample(task, "max_vcores", defaultVcores);
      read.priority = (int) task.whole("priority", 0, 0, Integer.MAX_VALUE);
      read.opportunistic = isOpportunistic(task, "execution_type");
      tasks.add(read);
    }
  }

  private SampleGenerator sample(TraceRecord of, String key, double otherwise)
      throws ToolException {
    SampleGenerator found = SampleGenerator.of(of, key, random);
    return found == null ? SampleGenerator.constant(otherwise) : found;
  }

  private SampleGenerator averaged(String name) throws ToolException {
    return SampleGenerator.drawn(
        json.real(name + "_avg", 0, -SampleGenerator.MAX, SampleGenerator.MAX),
        json.real(name + "_stddev", 0, 0, SampleGenerator.MAX),
        false,
        random);
  }

  private Tasks averagedTasks(String kind, String prefix, int priority) throws ToolException {
    Tasks read = new Tasks();
    read.kind = kind;
    read.count = averaged(prefix + "tasks");
    read.ms = averaged(prefix + "time");
    read.mb = averaged(kind + "_max_memory");
    read.vcores = averaged(kind + "_max_vcores");
    read.priority = priority;
    read.opportunistic = isOpportunistic(json, kind + "_execution_type");
    return read;
  }

  private static boolean isOpportunistic(TraceRecord of, String key) throws ToolException {
    String text = of.text(key, "GUARANTEED");
    if (!text.equals("GUARANTEED") && !text.equals("OPPORTUNISTIC")) {
      throw of.refused(
          key + "=" + TraceRecord.shortened(text), "make it GUARANTEED or OPPORTUNISTIC");
    }
    return text.equals("OPPORTUNISTIC");
  }

  /** Returns the name of the class. */
  String name() throws ToolException {
    return json.text("class_name", "job");
  }

  String user() throws ToolException {
    return SlsTraceReader.text(json, "user_name", "jobs without a user", 1, summary);
  }

  String framework() {
    return type.equals("mapreduce") ? "MAPREDUCE" : "YARN";
  }

  /** Returns the stages of the next job; empty if it has no tasks. */
  List<SimStage> next() throws ToolException {
    long jobMs = 1_000 * drawn(durationS, "duration", TraceLimits.MAX_MS / 1_000);
    boolean reserves = random.nextDouble() <= reservation.next();
    deadlineFactor.next();
    random.setSeed(random.nextLong());
    if (reserves) {
      summary.notModelled("reservations of jobs", 1);
    }
    List<RecordedTask> recorded = new ArrayList<>();
    for (Tasks of : tasks) {
      long count = drawn(of.count, "count", TraceLimits.MAX_TASKS);
      long mb = Math.max(MIN_MB, drawn(of.mb, "memory", TraceLimits.MAX_MB));
      int vcores = (int) Math.max(1, drawn(of.vcores, "vcores", TraceLimits.MAX_VCORES));
      for (long i = 0; i < count; i++) {
        long ms = drawn(of.ms, "time", TraceLimits.MAX_MS);
        if (ms < 1) {
          summary.assumed("1 ms for drawn run times below it", 1);
        }
        ms = Math.max(1, ms);
        ms = type.equals("stream") ? Math.max(ms, jobMs) : ms;
        SimTask task = new SimTask(mb, vcores, ms);
        recorded.add(new RecordedTask(of.kind, 1, task, of.priority, -1, -1));
      }
      if (of.opportunistic && count > 0) {
        summary.notModelled("OPPORTUNISTIC tasks, simulated as guaranteed", count);
      }
    }
    if (recorded.isEmpty()) {
      return Collections.emptyList();
    }
    return type.equals("mapreduce")
        ? JobStageFactory.mapReduce(recorded)
        : JobStageFactory.independent(recorded);
  }

  /** Returns a drawn number; negative ones are left to the caller. */
  private long drawn(SampleGenerator of, String what, long max) throws ToolException {
    double value = of.next();
    if (!(value <= max)) {
      throw json.refused(
          "a drawn " + what + " of " + value + " is above " + max, "reduce its average or std");
    }
    return Math.round(Math.max(value, -1));
  }
}
