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
package org.yarnext.orchestrator.nm;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.actuation.SpareCpu;

/**
 * Writes what the containers of one node weigh for the kernel: what they have of CPU, and of tasks
 * so many times that as {@link SpareCpu} says. Not thread-safe.
 */
final class CpuWeights {
  private static final Logger LOG = LoggerFactory.getLogger(CpuWeights.class);

  private final String node;
  private final TaskRegistry tasks;
  private final CgroupManager door;
  private final GroupWrites writes;
  private final NodeOrchestratorMetrics journal;
  private Set<String> applications = Collections.emptySet();

  /** How many times what it has each task weighs. */
  private double weight = 1;

  CpuWeights(
      String node,
      TaskRegistry tasks,
      CgroupManager door,
      GroupWrites writes,
      NodeOrchestratorMetrics journal) {
    this.node = node;
    this.tasks = tasks;
    this.door = door;
    this.writes = writes;
    this.journal = journal;
  }

  /** See {@link NodeTaskManager#spread}. */
  void spread(Set<String> ofApplications) {
    applications = ofApplications;
    weigh();
  }

  private boolean takesSpare(NodeTask task) {
    return task.launched().mayTakeSpare() && applications.contains(task.launched().application());
  }

  /** Divides spare CPU anew, for what there is has changed. */
  void weigh() {
    double own = 0;
    double others = 0;
    for (NodeTask task : tasks.all()) {
      double has = task.allocated(ResourceKind.CPU);
      own += takesSpare(task) ? has : 0;
      others += takesSpare(task) || task.launched().isStarved() ? 0 : has;
    }
    Decision<Double> next = SpareCpu.weight(tasks.room(ResourceKind.CPU), own, others);
    if (applications.isEmpty()) {
      weight = 1;
    } else if (SpareCpu.isWorthIt(weight, next.value())) {
      weight = next.value();
      journal.weighed(node, next);
    }
    if (!journal.applies()) {
      return;
    }
    Map<NodeTask, Long> shares = new LinkedHashMap<>();
    for (NodeTask task : tasks.all()) {
      long share = weighed(task, task.allocated(ResourceKind.CPU));
      if (task.launched().mayTakeSpare() && share != task.weight()) {
        shares.put(task, share);
      }
    }
    announceShares(shares);
    shares.forEach((task, share) -> writes.attempt("weigh", task, () -> write(task, share)));
  }

  /**
   * Tells of what is about to be written.
   *
   * @param amounts what tasks are to have, in millicores
   */
  void announce(Map<NodeTask, Double> amounts) {
    Map<NodeTask, Long> shares = new LinkedHashMap<>();
    amounts.forEach((task, amount) -> shares.put(task, weighed(task, amount)));
    announceShares(shares);
  }

  private void announceShares(Map<NodeTask, Long> shares) {
    Map<ContainerCgroup, Long> byGroup = new LinkedHashMap<>();
    shares.forEach((task, share) -> byGroup.put(task.launched().group(), share));
    try {
      door.values().announceCpuShares(byGroup);
    } catch (IOException | IllegalArgumentException e) {
      LOG.debug("Each write of a share tells of itself", e);
    }
  }

  /** Gives one so much, in millicores. */
  void give(NodeTask task, double amount) throws IOException {
    if (task.isOwed(ResourceKind.CPU) && task.launched().hasOwnGroup()) {
      // Its token may have been replaced, and that it is put back to.
      settle(task.launched());
    }
    write(task, weighed(task, amount));
  }

  /** What its token says is what a container is put back to from now on. */
  void settle(TaskContainer launched) throws IOException {
    door.values().settleCpuShare(launched.group(), share(launched.entitled(ResourceKind.CPU)));
  }

  private void write(NodeTask task, long share) throws IOException {
    door.values().setCpuShare(task.launched().group(), share);
    task.weigh(share);
  }

  private long weighed(NodeTask task, double amount) {
    return share(takesSpare(task) ? amount * weight : amount);
  }

  /** What the door takes for so much, in millicores. */
  static long share(double millicores) {
    return Math.max(1, Math.round(millicores));
  }

  /** All weigh what they have, until spare CPU is divided again. */
  void stop() {
    applications = Collections.emptySet();
    weight = 1;
  }
}
