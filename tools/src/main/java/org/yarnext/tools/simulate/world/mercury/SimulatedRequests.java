// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.container.TaskLossTracker;
import org.yarnext.mercury.policy.requests.HybridPolicy;
import org.yarnext.mercury.policy.requests.HybridSplit;
import org.yarnext.mercury.policy.requests.RequestSplitter;
import org.yarnext.mercury.policy.requests.SplitLimit;
import org.yarnext.mercury.policy.requests.SplitLimits;

/**
 * Outstanding requests of one application: which of its new containers are opportunistic is decided
 * by Mercury's own rules, and its losses count for that.
 */
final class SimulatedRequests {
  private final List<TaskSizeGroup> kinds;
  private final RequestSplitter splitter;

  /** Null if losses do not count. */
  private final TaskLossTracker<String> losses;

  /** Number of guaranteed containers that were granted and have not ended. */
  private int guaranteedAlive;

  /**
   * @param kinds kinds of tasks, the most urgent first
   * @param policy selects the opportunistic containers
   * @param learntMs returns the learnt run time of a priority's containers, in ms; null if unknown
   * @param guaranteedAfterLosses number of losses after which a task gets a guaranteed container; 0
   *     for never
   */
  SimulatedRequests(
      List<TaskSizeGroup> kinds,
      HybridPolicy policy,
      IntFunction<Long> learntMs,
      int guaranteedAfterLosses) {
    this.kinds = Collections.unmodifiableList(kinds);
    this.losses = guaranteedAfterLosses > 0 ? new TaskLossTracker<>(guaranteedAfterLosses) : null;
    List<SplitLimit> limits = new ArrayList<>();
    if (losses != null) {
      limits.add(SplitLimits.losses(losses));
    }
    limits.add(SplitLimits.base(policy.base(), this::guaranteedContainers));
    this.splitter =
        new RequestSplitter(
            new HybridSplit(policy, priority -> expectedMs(priority, learntMs), () -> true),
            limits,
            true);
  }

  private int guaranteedContainers() {
    int all = guaranteedAlive;
    for (TaskSizeGroup kind : kinds) {
      all += kind.pendingGuaranteed;
    }
    return all;
  }

  private Long expectedMs(int priority, IntFunction<Long> learntMs) {
    for (TaskSizeGroup kind : kinds) {
      if (kind.priority == priority && kind.declaredMs != null) {
        return kind.declaredMs;
      }
    }
    return learntMs.apply(priority);
  }

  /** Returns the kinds of tasks, the most urgent first; unmodifiable. */
  List<TaskSizeGroup> kinds() {
    return kinds;
  }

  /** Adds the tasks of a stage. */
  void begin(int stage, long nowMs) {
    for (TaskSizeGroup kind : kinds) {
      if (kind.stage == stage) {
        kind.begin(nowMs);
      }
    }
  }

  /** Splits the new requests into guaranteed and opportunistic ones. */
  void divide() {
    if (losses != null) {
      losses.begin();
    }
    for (TaskSizeGroup kind : kinds) {
      if (kind.unasked > 0) {
        int opportunistic = splitter.divide(kind.key, kind.unasked).value();
        kind.pendingOpportunistic += opportunistic;
        kind.pendingGuaranteed += kind.unasked - opportunistic;
        kind.unasked = 0;
      }
    }
  }

  /** Returns whether opportunistic containers are outstanding. */
  boolean opportunistic() {
    for (TaskSizeGroup kind : kinds) {
      if (kind.pendingOpportunistic > 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether guaranteed containers are outstanding. */
  boolean guaranteed() {
    for (TaskSizeGroup kind : kinds) {
      if (kind.pendingGuaranteed > 0) {
        return true;
      }
    }
    return false;
  }

  /** Takes the most urgent guaranteed request that fits; null if there is none. */
  TaskSizeGroup takeGuaranteed(ResourceVector free) {
    for (TaskSizeGroup kind : kinds) {
      if (kind.pendingGuaranteed > 0 && kind.size.fitsIn(free)) {
        kind.pendingGuaranteed--;
        guaranteedAlive++;
        return kind;
      }
    }
    return null;
  }

  /** Assigns the next task to a container that the Application Master received. */
  void collected(SimulatedContainer c) {
    c.task = c.kind.next();
    c.askedMs = c.kind.askedMs;
    if (losses != null) {
      losses.granted(c.id(), c.kind.priority, c.opportunistic);
    }
  }

  /** Records the end of a container's task. */
  void ended(SimulatedContainer c) {
    guaranteedAlive -= c.opportunistic ? 0 : 1;
    if (losses != null) {
      losses.ended(c.id());
    }
  }

  /** Records a lost container, whose task is requested again. */
  void lost(SimulatedContainer c) {
    c.kind.again(c.task);
    guaranteedAlive -= c.opportunistic ? 0 : 1;
    if (losses != null) {
      losses.lost(c.id(), c.kind.priority);
    }
  }
}
