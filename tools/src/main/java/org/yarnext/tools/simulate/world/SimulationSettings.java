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
package org.yarnext.tools.simulate.world;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Settings of a simulation that all worlds share, besides workload and nodes. Immutable. */
public final class SimulationSettings {
  /** YARN's own defaults, steps of 100 MB, and a day at most. */
  public static final SimulationSettings DEFAULT =
      new SimulationSettings(1_000, 1_000, 100, 100, 1, 86_400_000L, false, Collections.emptyMap());

  private final long nodeHeartbeatMs;
  private final long masterHeartbeatMs;
  private final int stepMb;
  private final long masterMb;
  private final int masterVcores;
  private final long limitMs;
  private final boolean siteFiles;
  private final Map<String, String> hadoop;

  private SimulationSettings(
      long nodeHeartbeatMs,
      long masterHeartbeatMs,
      int stepMb,
      long masterMb,
      int masterVcores,
      long limitMs,
      boolean siteFiles,
      Map<String, String> hadoop) {
    if (nodeHeartbeatMs <= 0 || masterHeartbeatMs <= 0 || stepMb <= 0 || limitMs <= 0) {
      throw new IllegalArgumentException("heartbeats, steps and limits are above 0");
    }
    this.nodeHeartbeatMs = nodeHeartbeatMs;
    this.masterHeartbeatMs = masterHeartbeatMs;
    this.stepMb = stepMb;
    this.masterMb = masterMb;
    this.masterVcores = masterVcores;
    this.limitMs = limitMs;
    this.siteFiles = siteFiles;
    this.hadoop = Collections.unmodifiableMap(new TreeMap<>(hadoop));
  }

  /**
   * @param nodeMs between two of one node; above 0
   * @param masterMs between two of one application master; above 0
   */
  public SimulationSettings withHeartbeats(long nodeMs, long masterMs) {
    return new SimulationSettings(
        nodeMs, masterMs, stepMb, masterMb, masterVcores, limitMs, siteFiles, hadoop);
  }

  /** With the least allocation, and the step between allocations. */
  public SimulationSettings withStep(int mb) {
    return new SimulationSettings(
        nodeHeartbeatMs, masterHeartbeatMs, mb, masterMb, masterVcores, limitMs, siteFiles, hadoop);
  }

  /**
   * With what an application master takes.
   *
   * @param mb 0 for masters that take nothing, where a world can do that
   */
  public SimulationSettings withMaster(long mb, int vcores) {
    return new SimulationSettings(
        nodeHeartbeatMs, masterHeartbeatMs, stepMb, mb, vcores, limitMs, siteFiles, hadoop);
  }

  /** With the virtual time at which a run ends that has not. */
  public SimulationSettings withLimit(long ms) {
    return new SimulationSettings(
        nodeHeartbeatMs, masterHeartbeatMs, stepMb, masterMb, masterVcores, ms, siteFiles, hadoop);
  }

  /** With the operator's site files, below the keys that are given here. */
  public SimulationSettings withSiteFiles() {
    return new SimulationSettings(
        nodeHeartbeatMs, masterHeartbeatMs, stepMb, masterMb, masterVcores, limitMs, true, hadoop);
  }

  /** With one of Hadoop's or yarnext's own keys, for the classes under simulation that read it. */
  public SimulationSettings with(String key, String value) {
    Map<String, String> more = new TreeMap<>(hadoop);
    more.put(key, value);
    return new SimulationSettings(
        nodeHeartbeatMs,
        masterHeartbeatMs,
        stepMb,
        masterMb,
        masterVcores,
        limitMs,
        siteFiles,
        more);
  }

  /** Between two of one node, in ms. */
  public long nodeHeartbeatMs() {
    return nodeHeartbeatMs;
  }

  /** Between two of one application master, in ms. */
  public long masterHeartbeatMs() {
    return masterHeartbeatMs;
  }

  /** Of allocations, in MB; the least one too. */
  public int stepMb() {
    return stepMb;
  }

  /** Of an application master, in MB. */
  public long masterMb() {
    return masterMb;
  }

  /** Of an application master. */
  public int masterVcores() {
    return masterVcores;
  }

  /** When a run ends that has not, in virtual ms since the workload's start. */
  public long limitMs() {
    return limitMs;
  }

  /** Whether the operator's site files count. */
  public boolean siteFiles() {
    return siteFiles;
  }

  /** Hadoop's and yarnext's own keys, sorted; unmodifiable. */
  public Map<String, String> hadoop() {
    return hadoop;
  }
}
