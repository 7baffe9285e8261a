// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world;

import java.util.Map;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * Validates that each task fits on some empty node beside its job's Application Master; otherwise
 * it would wait for ever.
 */
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
   * @throws SimulationException naming the first task or Application Master that fits on no node
   */
  public static void check(
      Workload workload, ClusterTopology topology, SimulationSettings settings) {
    check(workload, topology, settings.stepMb());
    if (settings.masterMb() == 0) {
      return;
    }
    for (SimJob job : workload.jobs()) {
      SimTask master = new SimTask(settings.masterMb(job), settings.masterVcores(job), 0);
      if (!fits(master, topology, settings.stepMb())) {
        throw new SimulationException(
            "the Application Master of job "
                + job.name()
                + " requests "
                + text(master)
                + ", more than any node has: give larger nodes, or a smaller --master-memory");
      }
      for (SimStage stage : job.stages()) {
        SimTask last = null;
        for (SimTask task : stage.tasks()) {
          if (task != last && !fitBoth(master, task, topology, settings.stepMb())) {
            throw new SimulationException(
                "a task of job "
                    + job.name()
                    + " requests "
                    + text(task)
                    + ", which no node has beside its Application Master of "
                    + text(master)
                    + ": give larger nodes, or a smaller --master-memory");
          }
          last = task;
        }
      }
    }
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
                    + " requests "
                    + text(task)
                    + ", more than any node has: give larger nodes");
          }
          last = task;
        }
      }
    }
  }

  private static String text(SimTask task) {
    StringBuilder text = new StringBuilder();
    text.append(task.memoryMb()).append(" MB and ").append(task.vcores()).append(" vcores");
    task.otherResources().forEach((type, amount) -> text.append(" and " + amount + " " + type));
    return text.toString();
  }

  private static boolean fits(SimTask task, ClusterTopology topology, int stepMb) {
    for (SimNode node : topology.nodes()) {
      if (fits(task, 0, 0, node, stepMb)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether there is a node for the task, and one for the master, or the same for both. */
  private static boolean fitBoth(
      SimTask master, SimTask task, ClusterTopology topology, int stepMb) {
    int found = 0;
    long masterMb = rounded(master.memoryMb(), stepMb);
    SimNode only = null;
    for (SimNode node : topology.nodes()) {
      if (fits(task, masterMb, master.vcores(), node, stepMb)) {
        return true;
      }
      if (fits(task, 0, 0, node, stepMb)) {
        only = node;
        found++;
      }
    }
    if (found != 1) {
      return found > 1;
    }
    for (SimNode node : topology.nodes()) {
      if (node != only && fits(master, 0, 0, node, stepMb)) {
        return true;
      }
    }
    return false;
  }

  private static boolean fits(
      SimTask task, long besidesMb, int besidesVcores, SimNode node, int stepMb) {
    if (rounded(task.memoryMb(), stepMb) + besidesMb > node.memoryMb()
        || task.vcores() + besidesVcores > node.vcores()) {
      return false;
    }
    for (Map.Entry<String, Long> other : task.otherResources().entrySet()) {
      if (other.getValue() > node.otherResources().getOrDefault(other.getKey(), 0L)) {
        return false;
      }
    }
    return true;
  }
}
