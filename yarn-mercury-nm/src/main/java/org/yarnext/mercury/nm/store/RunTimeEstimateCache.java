// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.store;

import java.util.Map;
import org.yarnext.mercury.policy.estimate.DefaultRunTimeEstimator;
import org.yarnext.mercury.policy.estimate.RunTimeEstimates;
import org.yarnext.mercury.policy.estimate.UserRunTimeCache;

/**
 * The run times a node has learnt, by application and by user, shared between the dispatcher
 * thread, which reads and learns, and the thread that saves them. Thread-safe.
 */
public final class RunTimeEstimateCache {
  private final RunTimeEstimates estimates;
  private final UserRunTimeCache users;
  private long changes;
  private Runnable listener = () -> {};

  /**
   * Creates a cache.
   *
   * @param users exclusive to this cache
   */
  public RunTimeEstimateCache(long defaultMs, int maxApplications, UserRunTimeCache users) {
    this.estimates =
        new RunTimeEstimates(defaultMs, maxApplications, new DefaultRunTimeEstimator());
    this.users = users;
  }

  /**
   * Returns the expected run time of a container, in ms. The first source that is known counts: the
   * declared run time if its user's declarations have proved right; the allocating side's estimate;
   * the mean of its application's containers of that priority on this node; the mean of its user's;
   * the typical run time.
   *
   * @param declaredMs null if nothing is declared, or declarations are not accepted
   * @param signedMs the allocating side's estimate; null if it sent none
   */
  public synchronized long estimateMs(
      String application, String user, int priority, Long declaredMs, Long signedMs) {
    Long declared = declaredMs == null ? null : users.corrected(user, priority, declaredMs);
    if (declared != null) {
      return declared;
    }
    if (signedMs != null) {
      return signedMs;
    }
    RunTimeEstimates.Estimate own = estimates.estimate(application, priority);
    if (own.source() == RunTimeEstimates.Source.LEARNT) {
      return own.runMs();
    }
    double ofUser = users.meanMs(user, priority);
    return Double.isNaN(ofUser) ? own.runMs() : Math.round(ofUser);
  }

  /**
   * Returns the learnt run time of an application's containers of a priority, in ms; null if
   * unknown.
   */
  public synchronized Long learntMs(String application, int priority) {
    RunTimeEstimates.Estimate own = estimates.estimate(application, priority);
    return own.source() == RunTimeEstimates.Source.LEARNT ? own.runMs() : null;
  }

  /** Records that a container of an application has ended. */
  public synchronized void observe(
      String application, String user, int priority, UserRunTimeCache.Run run) {
    if (run.complete()) {
      observe(application, priority, run.ranMs());
    }
    observe(user, priority, run);
  }

  /** Restores a run time of an application from an earlier run of the NodeManager. */
  public synchronized void observe(String application, int priority, long runMs) {
    estimates.observe(application, priority, runMs);
    changed();
  }

  /** Restores a run time of a user from an earlier run of the NodeManager. */
  synchronized void observe(String user, int priority, UserRunTimeCache.Run run) {
    users.observe(user, priority, run);
    changed();
  }

  /** Forgets an application that ended; its user's run times are kept. */
  public synchronized void forget(String application) {
    estimates.forget(application);
    changed();
  }

  private void changed() {
    changes++;
    listener.run();
  }

  /** Sets a callback for each change; it is called with the lock held and must be quick. */
  public synchronized void onChange(Runnable newListener) {
    listener = newListener;
  }

  synchronized Map<String, Map<Integer, double[]>> learnt() {
    return estimates.learnt();
  }

  synchronized void forEachUserRun(UserRunTimeCache.Visitor visitor) {
    users.forEach(visitor);
  }

  /** Returns the number of applications whose run times are known. */
  public synchronized int applications() {
    return estimates.applications();
  }

  /** Counts changes, so that a saver knows whether there is anything new. */
  public synchronized long changes() {
    return changes;
  }
}
