// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.elastic.profile.RefusedProfilesException;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.workload.trace.ProfileTransformer;
import org.yarnext.tools.simulate.workload.trace.RumenTraceReader;
import org.yarnext.tools.simulate.workload.trace.SlsTraceReader;
import org.yarnext.tools.simulate.world.SimulationSettings;
import picocli.CommandLine.Option;

/**
 * Command line options of a trace and the cluster it runs on; makes the cell of a study of them.
 */
final class TraceOptions {
  private static final long DAY_MS = 86_400_000;
  private static final int NODES = 100;

  /** Format of a trace. */
  enum Format {
    SLS,
    RUMEN
  }

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "jobs to run: the JSON of YARN's Scheduler Load Simulator, or Rumen's")
  private String trace;

  @Option(names = "--format", paramLabel = "FORMAT", description = "sls or rumen (default sls)")
  private Format format = Format.SLS;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      description =
          "the nodes, in the same format; default: the number of --nodes, or"
              + " else the nodes of the SLS trace")
  private String topology;

  @Option(
      names = "--node-memory",
      paramLabel = "MB",
      description = "of each node, for containers (default 8192)")
  private long nodeMb = 8_192;

  @Option(
      names = "--node-vcores",
      paramLabel = "N",
      description = "of each node, for containers (default 8)")
  private int nodeVcores = 8;

  @Option(
      names = "--node-disk",
      paramLabel = "MB/S",
      description = "bandwidth of the disks of one node to which tasks spill (default 500)")
  private double diskMbPerSecond = ElasticConfiguration.DISK_BANDWIDTH.defaultValue();

  @Option(
      names = "--task-memory",
      paramLabel = "MB",
      description = "of a task without it in the trace (default 1024)")
  private long taskMb = 1_024;

  @Option(
      names = "--task-vcores",
      paramLabel = "N",
      description = "of a task without them in the trace (default 1)")
  private int taskVcores = 1;

  @Option(
      names = "--profiles",
      paramLabel = "FILE",
      description = "profiles of elastic tasks, as written by yarnext profile; taken as" + " exact")
  private Path profiles;

  @Option(
      names = "--allocation-step",
      paramLabel = "MB",
      description =
          "allocation step and minimum of containers' memory (default"
              + " yarn.scheduler.minimum-allocation-mb, 1024 unless set)")
  private Integer stepMb;

  @Option(
      names = "--master-memory",
      paramLabel = "MB",
      description = "of an application master (default 1536); 0 for none")
  private long masterMb = 1_536;

  @Option(
      names = "--limit",
      paramLabel = "SECONDS",
      description =
          "of virtual time, after which a run ends (default a day after the last submission)")
  private long limitSeconds;

  /** Returns the trace; null if there is none. */
  String trace() {
    return trace;
  }

  /**
   * Returns the only cell.
   *
   * @param nodes number of nodes if there is no topology; 0 for those of the trace, or else 100
   * @param keys keys of Hadoop and yarnext
   * @param warnings receives what the trace lacks or what is ignored
   */
  StudyCell cell(int nodes, Map<String, String> keys, Consumer<String> warnings)
      throws IOException, ToolException {
    if (limitSeconds < 0 || taskVcores < 1 || taskMb < 1) {
      throw new ToolException(
          "--limit, --task-memory and --task-vcores are above 0: correct them.");
    }
    Configuration conf = new Configuration();
    Workload jobs =
        format == Format.SLS
            ? SlsTraceReader.jobs(Paths.get(trace), taskMb, taskVcores)
            : RumenTraceReader.jobs(trace, taskMb, taskVcores, conf, warnings);
    Workload workload = ProfileTransformer.with(profiles(), jobs);
    long lastMs = workload.jobs().stream().mapToLong(SimJob::submitMs).max().getAsLong();
    SimulationSettings settings =
        new TraceConfiguration(keys)
            .settings(stepMb, warnings)
            .withMaster(masterMb, masterMb == 0 ? 0 : 1)
            .withLimit(limitSeconds > 0 ? 1_000 * limitSeconds : lastMs + DAY_MS);
    ClusterTopology cluster = nodes(nodes, conf, warnings);
    lookForHosts(workload, cluster, warnings);
    return new StudyCell("trace", workload.name(), seed -> workload, cluster, settings);
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
              + " tasks name hosts that are no nodes, and run anywhere: give the nodes with"
              + " --topology.");
    }
  }

  private Profiles profiles() throws IOException, ToolException {
    if (profiles == null) {
      return Profiles.NONE;
    }
    try {
      return ProfileFile.read(profiles);
    } catch (RefusedProfilesException e) {
      throw new ToolException(e.getMessage(), e);
    }
  }

  private ClusterTopology nodes(int count, Configuration conf, Consumer<String> warnings)
      throws IOException, ToolException {
    if (topology != null) {
      return format == Format.SLS
          ? SlsTraceReader.nodes(Paths.get(topology), nodeMb, nodeVcores, diskMbPerSecond)
          : RumenTraceReader.nodes(topology, nodeMb, nodeVcores, diskMbPerSecond, conf);
    }
    if (count == 0 && format == Format.SLS) {
      ClusterTopology own =
          SlsTraceReader.ownNodes(Paths.get(trace), nodeMb, nodeVcores, diskMbPerSecond);
      if (own != null) {
        return own;
      }
    }
    if (count == 0) {
      warnings.accept(
          "The nodes are not known, "
              + NODES
              + " are taken: give their number with --nodes, or --topology.");
    }
    return ClusterTopology.of(count == 0 ? NODES : count, nodeMb, nodeVcores, diskMbPerSecond);
  }
}
