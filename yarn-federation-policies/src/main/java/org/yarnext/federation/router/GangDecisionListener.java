// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import org.yarnext.common.decision.Decision;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangListener;
import org.yarnext.federation.policy.gang.GangReason;
import org.yarnext.federation.router.submission.RecentSubmissionCache;

/**
 * Writes the admission, start, kill and failed starts of gang jobs to the Router's decision log and
 * audit log. Thread-safe.
 */
final class GangDecisionListener implements GangListener {
  private final DecisionLog log;
  private final RecentSubmissionCache own;

  /**
   * @param own the jobs whose acceptance this Router logged itself
   */
  GangDecisionListener(DecisionLog log, RecentSubmissionCache own) {
    this.log = log;
    this.own = own;
  }

  @Override
  public void decided(GangJob job, Decision<Boolean> decision) {
    log.explain(System.currentTimeMillis(), job.gang().id(), decision);
    switch ((GangReason) decision.reason()) {
      case GANG_ADMITTED:
        GangAuditLog.done("Admit Gang", job);
        break;
      case GANG_STARTED:
        GangAuditLog.done("Start Gang", job);
        break;
      case GANG_KILLED:
        GangAuditLog.done("Kill Gang", job);
        break;
      default:
        GangAuditLog.refused("Start Gang", job, decision);
        break;
    }
  }

  @Override
  public void waits(GangJob job, Decision<Boolean> decision) {
    log.explain(System.currentTimeMillis(), job.gang().id(), decision);
  }

  @Override
  public void recalled(long timeMs, String id, Decision<Boolean> decision) {
    if (!own.isUnsure(id) && !own.hasStored(id)) { // else it was logged when it was made
      log.remember(timeMs, id, decision);
    }
  }
}
