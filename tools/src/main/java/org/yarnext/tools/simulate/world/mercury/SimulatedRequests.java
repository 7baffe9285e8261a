// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.container.TaskLossTracker;
import org.yarnext.mercury.policy.estimate.RunTimeStatistics;
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
   * @param learnt returns what has been learnt of the run time of a priority's containers; null if
   *     nothing
   * @param guaranteedAfterLosses number of losses after which a task gets a guaranteed container; 0
   *     for never
   */
  SimulatedRequests(
      List<TaskSizeGroup> kinds,
      HybridPolicy policy,
      IntFunction<RunTimeStatistics> learnt,
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
            new HybridSplit(policy, priority -> runTime(priority, learnt), () -> true),
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

  private RunTimeStatistics runTime(int priority, IntFunction<RunTimeStatistics> learnt) {
    for (TaskSizeGroup kind : kinds) {
      if (kind.priority == priority && kind.declaredMs != null) {
        return RunTimeStatistics.declared(kind.declaredMs);
      }
    }
    return learnt.apply(priority);
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

  /**
   * Splits the new requests into guaranteed and opportunistic ones, and those that could not be
   * decided before, as the daemons do.
   */
  void divide() {
    if (losses != null) {
      losses.begin();
    }
    for (TaskSizeGroup kind : kinds) {
      if (kind.unasked > 0) {
        Decision<Integer> share = splitter.divide(kind.key, kind.unasked);
        kind.undecided += RequestSplitter.undecided(share, kind.unasked);
        kind.pendingOpportunistic += share.value();
        kind.pendingGuaranteed += kind.unasked - share.value();
        kind.unasked = 0;
      }
    }
    kinds.forEach(this::divideLater);
  }

  private void divideLater(TaskSizeGroup kind) {
    kind.undecided = Math.min(kind.undecided, kind.pendingGuaranteed);
    Decision<Integer> share =
        kind.undecided == 0 ? null : splitter.divideLater(kind.key, kind.undecided);
    if (share != null) {
      kind.undecided = 0;
      kind.pendingOpportunistic += share.value();
      kind.pendingGuaranteed -= share.value();
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
