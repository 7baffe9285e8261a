// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.elastic.profile.RefusedProfilesException;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.study.paper.YarnMeCellFactory;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.workload.synthetic.YarnMeRandomWorkload;
import org.yarnext.tools.simulate.workload.trace.PenaltyTransformer;
import org.yarnext.tools.simulate.workload.trace.ProfileTransformer;
import org.yarnext.tools.simulate.workload.trace.RumenTraceReader;
import org.yarnext.tools.simulate.workload.trace.SlsNodeReader;
import org.yarnext.tools.simulate.workload.trace.SlsTraceReader;
import org.yarnext.tools.simulate.workload.trace.SynthTraceReader;
import org.yarnext.tools.simulate.workload.trace.TraceLimits;
import org.yarnext.tools.simulate.workload.trace.TraceSummary;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SiteFileReader;
import org.yarnext.tools.simulate.world.rm.LeafQueueMatcher;
import picocli.CommandLine.Option;

/**
 * Command line options of a trace and of the cluster that it runs on. Creates the study cell that
 * they describe.
 */
final class TraceOptions {
  private static final long DAY_MS = 86_400_000;
  private static final int NODES = 100;

  /** Format of a trace. */
  enum Format {
    SLS,
    SYNTH,
    RUMEN
  }

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "jobs to simulate, in a file of YARN's Scheduler Load Simulator, its SYNTH format, or"
              + " Rumen; may be compressed, and on any Hadoop file system")
  private String trace;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "format of the trace: sls, synth or rumen (default sls)")
  private Format format = Format.SLS;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      description =
          "file of nodes, in Rumen's format for Rumen jobs, otherwise in that of the Scheduler Load"
              + " Simulator (default: --nodes equal nodes, or the trace's own nodes)")
  private String topology;

  @Option(
      names = "--node-memory",
      paramLabel = "MB",
      description = "memory of each node for containers (default 8192)")
  private Long nodeMb;

  @Option(
      names = "--node-vcores",
      paramLabel = "N",
      description = "vcores of each node for containers (default 8)")
  private Integer nodeVcores;

  @Option(
      names = "--node-resource",
      paramLabel = "TYPE=N",
      description = "another resource of each node, with --nodes, such as yarn.io/gpu=4")
  private Map<String, Long> nodeResources = new TreeMap<>();

  @Option(
      names = "--node-disk",
      paramLabel = "MB/S",
      description = "bandwidth of the disks of one node to which tasks spill (default 500)")
  private Double diskMbPerSecond;

  @Option(
      names = "--task-memory",
      paramLabel = "MB",
      description = "memory of tasks without memory in the trace (default 1024)")
  private long taskMb = 1_024;

  @Option(
      names = "--task-vcores",
      paramLabel = "N",
      description = "vcores of tasks without vcores in the trace (default 1)")
  private int taskVcores = 1;

  @Option(
      names = "--profiles",
      paramLabel = "FILE",
      description =
          "profiles of elastic tasks, as written by yarnext profile; the simulated tasks"
              + " match them exactly")
  private Path profiles;

  @Option(
      names = "--elasticity",
      paramLabel = "[CLASS=]MODEL:PENALTY",
      split = ",",
      description =
          "elasticity of tasks without a profile, of all or of one class: the model saw-tooth or"
              + " step, and the slowdown of a task that spills everything, such as"
              + " map=step:1.5,reduce=saw-tooth:3")
  private List<String> elasticity = new ArrayList<>();

  @Option(
      names = "--paper-cluster",
      description =
          "use the nodes and keys of the YARN-ME paper's simulations, except those set by other"
              + " options or -D")
  private boolean paperCluster;

  @Option(
      names = "--allocation-step",
      paramLabel = "MB",
      description =
          "minimum container memory and its increment (default:"
              + " yarn.scheduler.minimum-allocation-mb, or 1024)")
  private Integer stepMb;

  @Option(
      names = "--master-memory",
      paramLabel = "MB",
      description = "memory of an Application Master (default 1536); 0 for no Application Masters")
  private Long masterMb;

  @Option(
      names = "--limit",
      paramLabel = "SECONDS",
      description =
          "virtual time in seconds after which a run ends (default: a day after the last"
              + " submission)")
  private Long limitSeconds;

  /** Returns the trace; null if there is none. */
  String trace() {
    return trace;
  }

  /** Returns whether the operator limits the runs, which then may end before their jobs. */
  boolean hasLimit() {
    return limitSeconds != null;
  }

  /**
   * Returns the only cell.
   *
   * @param nodes number of nodes if there is no topology; 0 for those of the trace, or else 100
   * @param given keys of Hadoop and yarnext on the command line
   * @param warnings receives what the trace lacks or what is ignored
   */
  StudyCell cell(int nodes, Map<String, String> given, Consumer<String> warnings)
      throws ToolException {
    Map<String, String> keys = new TreeMap<>();
    if (paperCluster) {
      usePaperCluster(given);
      keys.putAll(YarnMeCellFactory.paperKeys());
    }
    keys.putAll(given);
    useDefaults();
    checkRanges();
    Configuration conf = new Configuration();
    TraceSummary summary = new TraceSummary();
    ClusterTopology cluster = nodes(nodes, conf, warnings);
    Workload jobs = jobs(conf, resourceTypes(cluster), summary);
    lookForUnusedResources(jobs, cluster, summary);
    Workload workload = elastic(jobs, summary);
    String line = summary.line(workload.name());
    if (line != null) {
      warnings.accept(line);
    }
    long lastMs = workload.jobs().stream().mapToLong(SimJob::submitMs).max().getAsLong();
    SimulationSettings settings =
        new TraceConfiguration(keys)
            .settings(stepMb, warnings)
            .withMaster(masterMb, masterMb == 0 ? 0 : 1)
            .withLimit(limitSeconds == null ? lastMs + DAY_MS : 1_000 * limitSeconds);
    Workload placed = new LeafQueueMatcher(settings).withPaths(workload);
    lookForHosts(placed, cluster, warnings);
    return new StudyCell("trace", placed.name(), seed -> placed, cluster, settings);
  }

  private void usePaperCluster(Map<String, String> given) {
    nodeMb = nodeMb == null ? YarnMeCellFactory.NODE_MB : nodeMb;
    nodeVcores = nodeVcores == null ? YarnMeCellFactory.VCORES : nodeVcores;
    diskMbPerSecond = diskMbPerSecond == null ? YarnMeCellFactory.PLENTY : diskMbPerSecond;
    masterMb = masterMb == null ? 0 : masterMb;
    if (stepMb == null
        && !given.containsKey(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB)) {
      stepMb = YarnMeRandomWorkload.STEP_MB;
    }
  }

  private void useDefaults() {
    nodeMb = nodeMb == null ? 8_192 : nodeMb;
    nodeVcores = nodeVcores == null ? 8 : nodeVcores;
    diskMbPerSecond =
        diskMbPerSecond == null
            ? ElasticConfiguration.DISK_BANDWIDTH.defaultValue()
            : diskMbPerSecond;
    masterMb = masterMb == null ? 1_536 : masterMb;
  }

  private void checkRanges() throws ToolException {
    check("--node-memory", nodeMb, 1, TraceLimits.MAX_MB);
    check("--node-vcores", nodeVcores, 1, TraceLimits.MAX_VCORES);
    check("--task-memory", taskMb, 1, TraceLimits.MAX_MB);
    check("--task-vcores", taskVcores, 1, TraceLimits.MAX_VCORES);
    check("--allocation-step", stepMb == null ? 1 : stepMb, 1, TraceLimits.MAX_MB);
    check("--master-memory", masterMb, 0, TraceLimits.MAX_MB);
    check("--limit", limitSeconds == null ? 1 : limitSeconds, 1, 2 * TraceLimits.MAX_MS / 1_000);
    if (!(diskMbPerSecond >= 0 && diskMbPerSecond <= 1e9)) {
      throw new ToolException(
          "--node-disk=" + diskMbPerSecond + " is not from 0 to 1000000000: correct it.");
    }
    for (Map.Entry<String, Long> resource : nodeResources.entrySet()) {
      if (!SlsNodeReader.isType(resource.getKey())) {
        throw new ToolException(
            "--node-resource: "
                + resource.getKey()
                + " is not a resource type other than memory-mb and vcores: correct it.");
      }
      check("--node-resource " + resource.getKey(), resource.getValue(), 0, 1L << 40);
    }
  }

  private static void check(String option, long value, long min, long max) throws ToolException {
    if (value < min || value > max) {
      throw new ToolException(
          option + "=" + value + " is not from " + min + " to " + max + ": correct it.");
    }
  }

  private Workload jobs(Configuration conf, Set<String> resourceTypes, TraceSummary summary)
      throws ToolException {
    switch (format) {
      case SYNTH:
        return SynthTraceReader.jobs(trace, conf, taskMb, taskVcores, summary);
      case RUMEN:
        return RumenTraceReader.jobs(trace, conf, taskMb, taskVcores, summary);
      default:
        return SlsTraceReader.jobs(trace, conf, taskMb, taskVcores, resourceTypes, summary);
    }
  }

  /** Returns the types that nodes have, and those that the operator has configured. */
  private static Set<String> resourceTypes(ClusterTopology cluster) {
    Set<String> types = new TreeSet<>(cluster.otherResources().keySet());
    Configuration site = SiteFileReader.withDefaults(SimulationSettings.DEFAULT.withSiteFiles());
    site.addResource("resource-types.xml");
    types.addAll(site.getTrimmedStringCollection(YarnConfiguration.RESOURCE_TYPES));
    types.removeIf(type -> !SlsNodeReader.isType(type));
    return types;
  }

  private static void lookForUnusedResources(
      Workload jobs, ClusterTopology cluster, TraceSummary summary) {
    Set<String> unused = new TreeSet<>(cluster.otherResources().keySet());
    jobs.jobs().stream()
        .flatMap(job -> job.stages().stream())
        .flatMap(stage -> stage.tasks().stream())
        .forEach(task -> unused.removeAll(task.otherResources().keySet()));
    for (String type : unused) {
      summary.notModelled(
          "node resource " + type + ", which no task requests",
          cluster.nodes().stream().filter(n -> n.otherResources().containsKey(type)).count());
    }
  }

  private Workload elastic(Workload jobs, TraceSummary summary) throws ToolException {
    Workload workload = ProfileTransformer.with(profiles(), jobs);
    workload = PenaltyTransformer.of(elasticity).in(workload);
    if (profiles != null || !elasticity.isEmpty()) {
      long elastic =
          workload.jobs().stream()
              .flatMap(job -> job.stages().stream())
              .filter(stage -> stage.elasticity() != null)
              .mapToLong(stage -> stage.tasks().size())
              .sum();
      if (elastic == 0) {
        throw new ToolException(
            "No task of the trace has a profile, which elastic memory needs: correct the names of"
                + " jobs, frameworks and tasks in --profiles, or the classes of --elasticity.");
      }
      summary.assumed("tasks of " + workload.tasks() + " elastic, the others are not", elastic);
    }
    return workload;
  }

  private static void lookForHosts(
      Workload workload, ClusterTopology cluster, Consumer<String> warnings) {
    Set<String> hosts = cluster.nodes().stream().map(SimNode::host).collect(Collectors.toSet());
    long lost =
        workload.jobs().stream()
            .flatMap(job -> job.stages().stream())
            .flatMap(stage -> stage.tasks().stream())
            .filter(task -> !task.hosts().isEmpty() && Collections.disjoint(task.hosts(), hosts))
            .count();
    if (lost > 0) {
      warnings.accept(
          lost
              + " tasks name hosts that are not nodes, so they run anywhere: give the nodes with"
              + " --topology.");
    }
  }

  private Profiles profiles() throws ToolException {
    if (profiles == null) {
      return Profiles.NONE;
    }
    try {
      return ProfileFile.read(profiles);
    } catch (IOException e) {
      throw new ToolException(
          "Cannot read "
              + profiles
              + " ("
              + e.getClass().getSimpleName()
              + "): name a file that exists and can be read.",
          e);
    } catch (RefusedProfilesException e) {
      throw new ToolException(e.getMessage(), e);
    }
  }

  private ClusterTopology nodes(int count, Configuration conf, Consumer<String> warnings)
      throws ToolException {
    if (topology != null) {
      if (!nodeResources.isEmpty()) {
        throw new ToolException(
            "--node-resource applies to --nodes only: remove it, or --topology.");
      }
      TraceSummary summary = new TraceSummary();
      ClusterTopology read =
          format == Format.RUMEN
              ? RumenTraceReader.nodes(topology, nodeMb, nodeVcores, diskMbPerSecond, conf, summary)
              : SlsNodeReader.nodes(topology, conf, nodeMb, nodeVcores, diskMbPerSecond, summary);
      String line = summary.line(topology);
      if (line != null) {
        warnings.accept(line);
      }
      return read;
    }
    ClusterTopology own = null;
    if (count == 0 && format == Format.SLS) {
      own = SlsNodeReader.ownNodes(trace, conf, nodeMb, nodeVcores, diskMbPerSecond);
    } else if (count == 0 && format == Format.SYNTH) {
      own = SynthTraceReader.nodes(trace, conf, nodeMb, nodeVcores, diskMbPerSecond);
    }
    if (own == null) {
      if (count == 0) {
        warnings.accept(
            "The number of nodes is unknown, so "
                + NODES
                + " are simulated: give it with --nodes, or give --topology.");
      }
      own = ClusterTopology.of(count == 0 ? NODES : count, nodeMb, nodeVcores, diskMbPerSecond);
    }
    return nodeResources.isEmpty()
        ? own
        : new ClusterTopology(
            own.nodes().stream()
                .map(node -> node.withOtherResources(new TreeMap<>(nodeResources)))
                .collect(Collectors.toList()));
  }
}
