// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world;

import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/** Validates that each task fits on some empty node: else it would wait for ever. */
public final class TaskFitValidator {
  private TaskFitValidator() {}

  /**
   * Returns memory rounded up as by YARN.
   *
   * @param stepMb step of allocations; above 0
   */
  public static long rounded(long mb, int stepMb) {
    return (mb + stepMb - 1) / stepMb * stepMb;
  }

  /**
   * Checks all tasks.
   *
   * @param stepMb step of allocations; above 0
   * @throws SimulationException naming the first task that fits on no node
   */
  public static void check(Workload workload, ClusterTopology topology, int stepMb) {
    for (SimJob job : workload.jobs()) {
      for (SimStage stage : job.stages()) {
        SimTask last = null;
        for (SimTask task : stage.tasks()) {
          if (task != last && !fits(task, topology, stepMb)) {
            throw new SimulationException(
                "a task of job "
                    + job.name()
                    + " asks for "
                    + task.memoryMb()
                    + " MB and "
                    + task.vcores()
                    + " vcores, more than any node has: give larger nodes");
          }
          last = task;
        }
      }
    }
  }

  private static boolean fits(SimTask task, ClusterTopology topology, int stepMb) {
    for (SimNode node : topology.nodes()) {
      if (rounded(task.memoryMb(), stepMb) <= node.memoryMb() && task.vcores() <= node.vcores()) {
        return true;
      }
    }
    return false;
  }
}
