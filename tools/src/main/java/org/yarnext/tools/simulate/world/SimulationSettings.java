// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.tools.simulate.workload.SimJob;

/**
 * Settings that all simulations read, besides workload and nodes: heartbeat intervals, the step of
 * allocations, the size of Application Masters, the time limit, and keys of Hadoop and yarnext.
 * Immutable.
 */
public final class SimulationSettings {
  /** YARN's defaults, steps of 100 MB, and a limit of one day. */
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
      throw new IllegalArgumentException("heartbeats, steps and limits must be above 0");
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
   * Returns a copy with other heartbeat intervals, in ms.
   *
   * @param nodeMs interval of a node; above 0
   * @param masterMs interval of an Application Master; above 0
   */
  public SimulationSettings withHeartbeats(long nodeMs, long masterMs) {
    return new SimulationSettings(
        nodeMs, masterMs, stepMb, masterMb, masterVcores, limitMs, siteFiles, hadoop);
  }

  /** Returns a copy with another minimum and step of allocations. */
  public SimulationSettings withStep(int mb) {
    return new SimulationSettings(
        nodeHeartbeatMs, masterHeartbeatMs, mb, masterMb, masterVcores, limitMs, siteFiles, hadoop);
  }

  /**
   * Returns a copy with another size of Application Masters.
   *
   * @param mb 0 for Application Masters outside the cluster, if the world supports that
   */
  public SimulationSettings withMaster(long mb, int vcores) {
    return new SimulationSettings(
        nodeHeartbeatMs, masterHeartbeatMs, stepMb, mb, vcores, limitMs, siteFiles, hadoop);
  }

  /** Returns a copy with another limit of the virtual time. */
  public SimulationSettings withLimit(long ms) {
    return new SimulationSettings(
        nodeHeartbeatMs, masterHeartbeatMs, stepMb, masterMb, masterVcores, ms, siteFiles, hadoop);
  }

  /** Returns a copy with the operator's site files, which the given keys override. */
  public SimulationSettings withSiteFiles() {
    return new SimulationSettings(
        nodeHeartbeatMs, masterHeartbeatMs, stepMb, masterMb, masterVcores, limitMs, true, hadoop);
  }

  /** Returns a copy with a key of Hadoop or yarnext for the simulated classes that read it. */
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

  /** Returns the heartbeat interval of a node, in ms. */
  public long nodeHeartbeatMs() {
    return nodeHeartbeatMs;
  }

  /** Returns the heartbeat interval of an Application Master, in ms. */
  public long masterHeartbeatMs() {
    return masterHeartbeatMs;
  }

  /** Returns the step and minimum of allocations, in MB. */
  public int stepMb() {
    return stepMb;
  }

  /** Returns the memory of an Application Master, in MB. */
  public long masterMb() {
    return masterMb;
  }

  /** Returns the memory of a job's Application Master, in MB: its own, if it has one. */
  public long masterMb(SimJob job) {
    return masterMb > 0 && job.masterMb() > 0 ? job.masterMb() : masterMb;
  }

  /** Returns the vcores of a job's Application Master: its own, if it has any. */
  public int masterVcores(SimJob job) {
    return masterMb > 0 && job.masterVcores() > 0 ? job.masterVcores() : masterVcores;
  }

  /** Returns the vcores of an Application Master. */
  public int masterVcores() {
    return masterVcores;
  }

  /** Returns the limit of a run, in virtual ms since the workload's start. */
  public long limitMs() {
    return limitMs;
  }

  /** Returns whether the operator's site files are read. */
  public boolean siteFiles() {
    return siteFiles;
  }

  /** Returns the keys of Hadoop and yarnext, sorted; unmodifiable. */
  public Map<String, String> hadoop() {
    return hadoop;
  }
}
