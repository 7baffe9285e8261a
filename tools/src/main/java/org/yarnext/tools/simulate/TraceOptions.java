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
package org.yarnext.tools.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.elastic.profile.RefusedProfilesException;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.study.Cell;
import org.yarnext.tools.simulate.workload.Topology;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.workload.trace.Profiled;
import org.yarnext.tools.simulate.workload.trace.RumenTraces;
import org.yarnext.tools.simulate.workload.trace.SlsTraces;
import picocli.CommandLine.Option;

/** What an operator says of a trace and the cluster it is to run on, and the cell made of that. */
final class TraceOptions {
  /** Who wrote a trace. */
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
          "the nodes, in the same format; without it, as many as --nodes says, and data are nowhere")
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
      description = "what the disks of one node can do that tasks spill to (default 100)")
  private double diskMbPerSecond = 100;

  @Option(
      names = "--task-memory",
      paramLabel = "MB",
      description = "of a task whose trace does not say (default 1024)")
  private long taskMb = 1_024;

  @Option(
      names = "--profiles",
      paramLabel = "FILE",
      description = "profiles of elastic tasks, as yarnext profile writes; taken as the truth")
  private Path profiles;

  @Option(
      names = "--allocation-step",
      paramLabel = "MB",
      description = "of containers' memory, and the least (default 1024)")
  private int stepMb = 1_024;

  @Option(
      names = "--master-memory",
      paramLabel = "MB",
      description = "of an application master (default 1536); 0 for none")
  private long masterMb = 1_536;

  /** Null if there is none. */
  String trace() {
    return trace;
  }

  /**
   * The one cell.
   *
   * @param nodes how many, if there is no topology; 0 for 100
   * @param keys Hadoop's and yarnext's own
   */
  Cell cell(int nodes, Map<String, String> keys) throws IOException, ToolException {
    Configuration conf = new Configuration();
    Workload jobs =
        format == Format.SLS
            ? SlsTraces.jobs(Paths.get(trace), taskMb)
            : RumenTraces.jobs(trace, taskMb, conf);
    Workload workload = Profiled.with(profiles(), jobs);
    Settings settings =
        Settings.DEFAULT.withStep(stepMb).withMaster(masterMb, masterMb == 0 ? 0 : 1);
    for (Map.Entry<String, String> key : keys.entrySet()) {
      settings = settings.with(key.getKey(), key.getValue());
    }
    return new Cell(
        "trace",
        workload.name(),
        seed -> workload,
        nodes(nodes == 0 ? 100 : nodes, conf),
        settings);
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

  private Topology nodes(int count, Configuration conf) throws IOException, ToolException {
    if (topology == null) {
      return Topology.of(count, nodeMb, nodeVcores, diskMbPerSecond);
    }
    return format == Format.SLS
        ? SlsTraces.nodes(Paths.get(topology), nodeMb, nodeVcores, diskMbPerSecond)
        : RumenTraces.nodes(topology, nodeMb, nodeVcores, diskMbPerSecond, conf);
  }
}
