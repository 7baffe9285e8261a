// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Set;
import org.apache.commons.math3.random.JDKRandomGenerator;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * Generates the jobs of a SYNTH file of YARN's Scheduler Load Simulator (SLS). By the file's {@code
 * rand_seed} they are the same as those of its own generator. Times begin with the first job's
 * submission.
 */
public final class SynthTraceReader {
  private static final Set<String> KEYS =
      keys("description num_nodes nodes_per_rack num_jobs rand_seed workloads");
  private static final Set<String> WORKLOAD_KEYS =
      keys("workload_name workload_weight queue_name job_classes time_distribution");

  private final TraceSummary summary;
  private final TraceRecord trace;
  private final JDKRandomGenerator random = new JDKRandomGenerator();
  private final List<Group> groups = new ArrayList<>();
  private final List<Double> weights = new ArrayList<>();

  /** A workload of the file. */
  private static final class Group {
    private final List<SynthJobGenerator> classes = new ArrayList<>();
    private final List<Double> classWeights = new ArrayList<>();
    private final List<Long> seconds = new ArrayList<>();
    private final List<Double> timeWeights = new ArrayList<>();
    private String queue;
    private boolean queueStated;
  }

  /** A job to be generated. */
  private static final class SynthJob {
    private final long submitS;
    private final Group group;
    private final SynthJobGenerator of;

    SynthJob(long submitS, Group group, SynthJobGenerator of) {
      this.submitS = submitS;
      this.group = group;
      this.of = of;
    }
  }

  private SynthTraceReader(
      TraceRecord trace, long defaultMb, int defaultVcores, TraceSummary summary)
      throws ToolException {
    this.trace = trace;
    this.summary = summary;
    random.setSeed(trace.whole("rand_seed", 0, -TraceLimits.MAX_DATE_MS, TraceLimits.MAX_DATE_MS));
    unknown(trace, KEYS, summary);
    for (TraceRecord json : trace.list("workloads")) {
      unknown(json, WORKLOAD_KEYS, summary);
      Group group = new Group();
      group.queue = SlsTraceReader.checked(json, json.text("queue_name", "default"));
      group.queueStated = json.has("queue_name");
      for (TraceRecord of : json.list("job_classes")) {
        group.classWeights.add(of.real("class_weight", 0, 0, SampleGenerator.MAX));
        group.classes.add(new SynthJobGenerator(of, random, defaultMb, defaultVcores, summary));
      }
      for (TraceRecord time : json.list("time_distribution")) {
        group.seconds.add(time.whole("time", 0, 0, TraceLimits.MAX_MS / 1_000));
        group.timeWeights.add(time.real("weight", 0, 0, SampleGenerator.MAX));
      }
      SampleGenerator.checkSum(json, "class_weight", group.classWeights);
      SampleGenerator.checkSum(json, "weight in time_distribution", group.timeWeights);
      groups.add(group);
      weights.add(json.real("workload_weight", 0, 0, SampleGenerator.MAX));
    }
    SampleGenerator.checkSum(trace, "workload_weight", weights);
  }

  static Set<String> keys(String names) {
    return new HashSet<>(Arrays.asList(names.split(" ")));
  }

  static void unknown(TraceRecord json, Set<String> known, TraceSummary summary) {
    for (String key : json.keys()) {
      if (!known.contains(key)) {
        summary.unknown(key, known, 1);
      }
    }
  }

  /**
   * Generates jobs.
   *
   * @param file a local file, or a path of a Hadoop file system; possibly compressed
   * @param defaultMb memory of tasks that do not state it, in MB
   * @param defaultVcores vcores of such tasks
   * @param summary receives the omitted data
   * @throws ToolException naming the error in the trace
   */
  public static Workload jobs(
      String file, Configuration conf, long defaultMb, int defaultVcores, TraceSummary summary)
      throws ToolException {
    SynthTraceReader reader =
        new SynthTraceReader(trace(file, conf), defaultMb, defaultVcores, summary);
    return new Workload(TraceSummary.name(file), reader.jobs());
  }

  private static TraceRecord trace(String file, Configuration conf) throws ToolException {
    List<TraceRecord> objects = TraceFileReader.objects(file, conf);
    if (objects.size() != 1) {
      throw new ToolException(
          TraceRecord.shortened(file)
              + " has "
              + objects.size()
              + " objects: give a file with one, or another --format.");
    }
    return objects.get(0);
  }

  private List<SimJob> jobs() throws ToolException {
    long count = trace.whole("num_jobs", 0, 0, TraceLimits.MAX_JOBS);
    if (count == 0) {
      throw trace.refused("it has no num_jobs, or 0", "give the number of jobs");
    }
    // The order among jobs of one second is this queue's, as in YARN's own generator.
    PriorityQueue<SynthJob> stories =
        new PriorityQueue<>((int) count, (a, b) -> Math.toIntExact(a.submitS - b.submitS));
    for (long j = 0; j < count; j++) {
      Group group = groups.get(SampleGenerator.weighted(weights, random));
      long submitS = submitS(group);
      stories.add(
          new SynthJob(
              submitS,
              group,
              group.classes.get(SampleGenerator.weighted(group.classWeights, random))));
    }
    long firstS = stories.peek().submitS;
    List<SimJob> jobs = new ArrayList<>();
    long tasks = 0;
    for (int number = 0; !stories.isEmpty(); number++) {
      SynthJob story = stories.poll();
      List<SimStage> stages = story.of.next();
      if (stages.isEmpty()) {
        summary.leaveJobsOut("jobs without tasks", 1, 0);
        continue;
      }
      if (!story.group.queueStated) {
        summary.assumed("default for jobs without a queue", 1);
      }
      SimJob job =
          new SimJob(
              number + 1,
              story.of.name() + String.format(Locale.ROOT, "_%06d", number),
              story.of.framework(),
              story.of.user(),
              story.group.queue,
              1_000 * (story.submitS - firstS),
              stages);
      tasks += job.tasks();
      if (tasks > TraceLimits.MAX_TASKS) {
        throw trace.refused(
            "its jobs have more than " + TraceLimits.MAX_TASKS + " tasks", "reduce the counts");
      }
      jobs.add(job);
    }
    if (jobs.isEmpty()) {
      throw trace.refused("none of its " + count + " jobs has a task", "raise the counts");
    }
    return jobs;
  }

  private long submitS(Group group) {
    int index = SampleGenerator.weighted(group.timeWeights, random);
    long start = group.seconds.get(index);
    long end = group.seconds.get(Math.min(index + 1, group.seconds.size() - 1));
    int range = (int) (end - start);
    return start + (range > 0 ? random.nextInt(range) : 0);
  }

  /**
   * Reads the nodes of a file, as its own simulator does.
   *
   * @return null if it has none
   */
  public static ClusterTopology nodes(
      String file, Configuration conf, long memoryMb, int vcores, double diskMbPerSecond)
      throws ToolException {
    TraceRecord trace = trace(file, conf);
    long count = trace.whole("num_nodes", 0, 0, TraceLimits.MAX_NODES);
    long perRack = Math.max(1, trace.whole("nodes_per_rack", 1, 0, TraceLimits.MAX_NODES));
    long racks = Math.max(1, count / perRack);
    List<SimNode> nodes = new ArrayList<>();
    for (long n = 0; n < count; n++) {
      nodes.add(new SimNode("node" + n, "/rack" + n % racks, memoryMb, vcores, diskMbPerSecond));
    }
    return nodes.isEmpty() ? null : new ClusterTopology(nodes);
  }
}
