// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury.job;

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
import org.yarnext.tools.simulate.workload.SimTask;

/**
 * Outstanding requests of one application. Mercury's own rules decide which new containers are
 * opportunistic, and take lost containers into account.
 */
public final class SimulatedRequests {
  private final List<TaskSizeGroup> kinds;
  private final RequestSplitter splitter;

  /** By the number of the container; null if losses do not count. */
  private final TaskLossTracker<Long> losses;

  /** Number of guaranteed containers that were granted and have not ended. */
  private int guaranteedAlive;

  /**
   * @param kinds kinds of tasks, the most urgent first
   * @param policy selects the opportunistic containers
   * @param learnt returns the learnt run time of a priority's containers; null if nothing
   * @param guaranteedAfterLosses number of losses after which a task gets a guaranteed container; 0
   *     for never
   */
  public SimulatedRequests(
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
      if (kind.priority() == priority && kind.declaredMs() != null) {
        return RunTimeStatistics.declared(kind.declaredMs());
      }
    }
    return learnt.apply(priority);
  }

  /** Returns the kinds of tasks, the most urgent first; unmodifiable. */
  public List<TaskSizeGroup> kinds() {
    return kinds;
  }

  /** Adds the tasks of a stage. */
  public void begin(int stage, long nowMs) {
    for (TaskSizeGroup kind : kinds) {
      if (kind.stage() == stage) {
        kind.begin(nowMs);
      }
    }
  }

  /**
   * Splits the new requests into guaranteed and opportunistic ones, and those that could not be
   * decided before, as the daemons do.
   */
  public void divide() {
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
  public boolean hasOpportunistic() {
    for (TaskSizeGroup kind : kinds) {
      if (kind.pendingOpportunistic > 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether guaranteed containers are outstanding. */
  public boolean hasGuaranteed() {
    for (TaskSizeGroup kind : kinds) {
      if (kind.pendingGuaranteed > 0) {
        return true;
      }
    }
    return false;
  }

  /** Takes the most urgent guaranteed request that fits; null if there is none. */
  public TaskSizeGroup takeGuaranteed(ResourceVector free) {
    for (TaskSizeGroup kind : kinds) {
      if (kind.pendingGuaranteed > 0 && kind.size().fitsIn(free)) {
        kind.pendingGuaranteed--;
        guaranteedAlive++;
        return kind;
      }
    }
    return null;
  }

  /**
   * Returns the next task, for a container that the Application Master received.
   *
   * @param container unique number
   */
  public SimTask collected(TaskSizeGroup kind, long container, boolean opportunistic) {
    if (losses != null) {
      losses.granted(container, kind.priority(), opportunistic);
    }
    return kind.next();
  }

  /** Records the end of a container's task. */
  public void ended(long container, boolean opportunistic) {
    guaranteedAlive -= opportunistic ? 0 : 1;
    if (losses != null) {
      losses.ended(container);
    }
  }

  /** Records a lost container, whose task is requested again. */
  public void lost(TaskSizeGroup kind, SimTask task, long container, boolean opportunistic) {
    kind.again(task);
    guaranteedAlive -= opportunistic ? 0 : 1;
    if (losses != null) {
      losses.lost(container, kind.priority());
    }
  }
}
