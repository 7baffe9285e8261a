// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.yarnext.elastic.policy.timeline.queue.JobId;

/**
 * Nodes, jobs and running tasks of the simulated schedule of stock at one time, and the memory in
 * use. Decides nothing. Not thread-safe.
 */
final class StockClusterState {
  /** Present nodes by name. */
  final Map<String, StockNodeState> nodes = new TreeMap<>();

  /** Jobs that wait or run in the cluster or here, in the order in which they came. */
  final Map<JobId, StockJobState> jobs = new LinkedHashMap<>();

  /** Running tasks, the next to end first. */
  final PriorityQueue<StockTaskRun> runs = new PriorityQueue<>();

  /** Groups with tasks to start, by job. */
  List<StockTaskGroup> waiting = new ArrayList<>();

  long clockMs;

  /** Memory of all nodes, in MB. */
  long memoryMb;

  /** Memory of all running tasks, in MB. */
  long usedMb;

  /** Memory for which nodes are reserved, in MB. */
  long reservedMb;

  /** Number of tasks that have started so far. */
  long started;

  /** Returns the memory that is neither used nor reserved, in MB; below 0 if nodes left. */
  long freeMb() {
    return memoryMb - usedMb - reservedMb;
  }

  /** Makes the queues, their shares and the waiting groups from the jobs. */
  void joinQueues() {
    Map<String, StockQueueState> queues = new HashMap<>();
    waiting = new ArrayList<>();
    memoryMb = nodes.values().stream().mapToLong(node -> node.memoryMb).sum();
    for (StockJobState job : jobs.values()) {
      String name = job.share == null ? "" : job.share.name();
      double share = job.share == null ? 1 : job.share.share();
      job.queue = queues.computeIfAbsent(name, n -> new StockQueueState(share));
      job.queue.usedMb += job.usedMb;
      job.queue.jobs += job.isActive() ? 1 : 0;
      for (StockTaskGroup group : job.groups) {
        if (group.left() > 0) {
          waiting.add(group);
        }
      }
    }
    double shares = queues.values().stream().mapToDouble(queue -> queue.share).sum();
    queues.values().forEach(queue -> queue.shareMb = memoryMb * queue.share / shares);
  }

  /** Starts a task of the group on a node with room. */
  void start(StockTaskGroup group, StockNodeState node) {
    use(group, node, 1);
    group.placed++;
    group.lastStartMs = clockMs;
    runs.add(new StockTaskRun(++started, clockMs, group, node));
    if (group.left() <= 0) {
      waiting.remove(group);
    }
  }

  /** Ends the next running task if that is due; returns null if none is. */
  StockTaskRun end() {
    while (!runs.isEmpty() && runs.peek().endMs <= clockMs) {
      StockTaskRun run = runs.poll();
      if (run.group.endMs(run.startMs) <= clockMs) {
        use(run.group, run.node, -1);
        return run;
      }
      // Slower than was known when it started.
      runs.add(new StockTaskRun(run.number, run.startMs, run.group, run.node));
    }
    return null;
  }

  private void use(StockTaskGroup group, StockNodeState node, int sign) {
    long mb = sign * group.memoryMb;
    node.usedMb += mb;
    node.usedVcores += sign * group.vcores;
    usedMb += mb;
    group.job.usedMb += mb;
    group.job.queue.usedMb += mb;
    group.job.running += sign;
    group.running += sign;
  }

  /** Returns whether a task of the group waits or runs, or a node is reserved for one. */
  boolean needs(StockTaskGroup group) {
    return group.left() > 0
        || group.running > 0
        || group.job.reserved > 0
            && nodes.values().stream().anyMatch(node -> node.reservedFor == group);
  }

  /** Returns a copy, which shares nothing that changes. */
  StockClusterState copy() {
    StockClusterState copy = new StockClusterState();
    copy.clockMs = clockMs;
    copy.started = started;
    copy.usedMb = usedMb;
    copy.reservedMb = reservedMb;
    Map<StockTaskGroup, StockTaskGroup> groups = new IdentityHashMap<>();
    jobs.forEach((id, job) -> copy.jobs.put(id, job.copy(groups)));
    Map<StockNodeState, StockNodeState> states = new IdentityHashMap<>();
    for (StockTaskRun run : runs) {
      StockNodeState node = states.computeIfAbsent(run.node, n -> n.copy(groups));
      copy.runs.add(new StockTaskRun(run.number, run.startMs, groups.get(run.group), node));
    }
    nodes.forEach(
        (name, node) -> copy.nodes.put(name, states.computeIfAbsent(node, n -> n.copy(groups))));
    copy.joinQueues();
    return copy;
  }
}
