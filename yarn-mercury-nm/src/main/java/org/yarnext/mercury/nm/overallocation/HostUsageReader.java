// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.util.ResourceCalculatorPlugin;
import org.yarnext.common.kernel.HostMemoryUsage;
import org.yarnext.mercury.policy.overallocation.HostUsage;
import org.yarnext.mercury.policy.overallocation.MemorySnapshot;

/**
 * Reads the memory and CPU that the host's processes use, the memory limits around all containers,
 * and pressure. It measures CPU with its own instance of the plugin class that stock's node monitor
 * is configured with: the monitor publishes its measurements without their time, so that those of a
 * stuck monitor would seem fresh. Not thread-safe.
 */
public final class HostUsageReader {
  private final Path proc;
  private final MemoryCgroupReader groups;
  private final PressureReader pressure;
  private final Configuration conf;

  /** Null until CPU is first read, and on systems that Hadoop does not know. */
  private ResourceCalculatorPlugin calculator;

  private double cpuShare = -1;

  /** Why CPU could not be measured last time; null if it was. */
  private IOException cpuFailure;

  /** Why the limits could not be read last time; null if they were. */
  private IOException failure;

  /**
   * Creates a reader of this host.
   *
   * @param proc usually {@code /proc}
   * @param hierarchy the parent of the containers' cgroups in the executor's configuration; null if
   *     the executor makes none
   * @param conf names the class that measures CPU ({@code
   *     yarn.nodemanager.resource-calculator.class}), if it is not stock's default
   */
  public HostUsageReader(Path proc, String hierarchy, Configuration conf) {
    this.conf = conf;
    this.proc = proc;
    this.groups = new MemoryCgroupReader(proc, hierarchy);
    this.pressure = new PressureReader(proc);
  }

  /**
   * Reads the host's usage. If CPU or the limits around all containers cannot be read, they are
   * unknown, so that nothing starts; what the host's memory says is still true.
   *
   * @param withCpu whether to measure CPU since the previous call with it; otherwise the result has
   *     the previous measurement
   * @throws IOException if the host's memory cannot be read
   */
  HostUsage read(boolean withCpu, long nowMs) throws IOException {
    HostMemoryUsage memory = HostMemoryUsage.read(proc);
    if (withCpu) {
      cpuShare = cpuShare();
    }
    return new HostUsage(
        new MemorySnapshot(memory.totalMb(), memory.availableMb()),
        groups(),
        cpuShare,
        pressure.read(groups.group()),
        nowMs);
  }

  /** Returns the part of the host's CPU that is used; negative if it is unknown. */
  private double cpuShare() {
    cpuFailure = null;
    try {
      if (calculator == null) {
        calculator = ResourceCalculatorPlugin.getNodeResourceMonitorPlugin(conf);
      }
      if (calculator != null) {
        return calculator.getCpuUsagePercentage() / 100;
      }
      cpuFailure = new IOException("Hadoop cannot measure this system's CPU");
    } catch (RuntimeException e) {
      cpuFailure = new IOException("cannot measure the host's CPU", e);
    }
    return -1;
  }

  private List<MemorySnapshot> groups() {
    failure = null;
    try {
      return groups.read();
    } catch (IOException e) {
      failure = e;
    } catch (RuntimeException e) {
      failure = new IOException("cannot read the memory limits around all containers", e);
    }
    return Collections.singletonList(MemorySnapshot.UNKNOWN);
  }

  /** Throws why the last {@link #read} could not read CPU or the limits around all containers. */
  void throwFailure() throws IOException {
    if (failure != null) {
      throw failure;
    }
    if (cpuFailure != null) {
      throw cpuFailure;
    }
  }
}
