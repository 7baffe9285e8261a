// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.guard.Guard;
import org.yarnext.federation.gang.GangCoordinator;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangOutcome;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.router.submission.RecentSubmissionCache;

/**
 * A cache of the reports of waiting jobs, from which clients are answered. The store is asked anew
 * only when that is older than a round, by one client at a time while the others go on, and for
 * jobs that stock has just missed or that this Router took and does not find; so all other
 * applications cost nothing, and those who ask again and again of one job next to nothing.
 * Thread-safe.
 */
public final class GangReportCache {
  /** As many as the guard has threads: one more would be turned away at once. */
  private static final int MOST_AT_ONCE = 4;

  private static final Logger LOG = LoggerFactory.getLogger(GangReportCache.class);
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long PATIENCE_MS = 2_000;

  private final GangStore store;
  private final GangCoordinator keeper;
  private final GangReportView reports;
  private final RecentSubmissionCache own;
  private final Guard guard;
  private final Guard inline;
  private final Semaphore turns = new Semaphore(MOST_AT_ONCE);
  private final Semaphore reading = new Semaphore(1);

  /**
   * @param guard of what asks the store; not that of submissions, which are not to go past their
   *     quotas since a client was told something late
   * @param inline one that never trips, of kills, which are not to fail since others were told
   *     something late, and of what asks no store
   */
  public GangReportCache(
      GangStore store,
      GangCoordinator keeper,
      GangReportView reports,
      RecentSubmissionCache own,
      Guard guard,
      Guard inline) {
    this.store = store;
    this.keeper = keeper;
    this.reports = reports;
    this.own = own;
    this.guard = guard;
    this.inline = inline;
  }

  /** Whether the job waits or waited, as far as this Router knows without asking. */
  private boolean isKnown(String id) {
    return store.lastKnown(id) != null || own.hasStored(id) || own.isUnsure(id);
  }

  /** Reads anew what is too old, unless somebody does it already. */
  private void refresh() {
    if (store.isFresh(FRESH_NANOS) || !reading.tryAcquire()) {
      return;
    }
    try {
      guard.run(
          "federation.gangread",
          () -> {
            store.book(); // before the jobs, as always
            store.jobs();
          },
          () -> {});
    } finally {
      reading.release();
    }
  }

  /** Of a job that is known to wait; null if that is not ours to tell. */
  public ApplicationReport report(String id) {
    if (!isKnown(id)) {
      return null;
    }
    refresh();
    return report(id, false);
  }

  /** Of a job that stock does not know; null if it does not wait, and did not. */
  public ApplicationReport reportMissed(String id) {
    return report(id, true);
  }

  /**
   * @param missed whether its ResourceManager does not know it yet, though it may have taken it
   */
  private ApplicationReport report(String id, boolean missed) {
    return store.lastKnown(id) == null
        ? storedReport(id, missed)
        : inline.callInline("federation.gangreport", () -> lastKnownReport(id, missed), () -> null);
  }

  private ApplicationReport lastKnownReport(String id, boolean missed) throws IOException {
    GangJob job = store.lastKnown(id);
    return job == null || (!missed && store.lastBook().isRunning(id)) ? null : waiting(job);
  }

  private ApplicationReport waiting(GangJob job) throws IOException {
    String id = job.gang().id();
    boolean isAdmitted = store.lastBook().admitted().containsKey(id);
    return reports.waiting(job, isAdmitted, keeper.place(id));
  }

  private ApplicationReport storedReport(String id, boolean missed) {
    try {
      if (!turns.tryAcquire(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
        return null;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
    try {
      return guard.call("federation.gangreport", () -> heldReport(id, missed), () -> null);
    } finally {
      turns.release();
    }
  }

  private ApplicationReport heldReport(String id, boolean missed) throws IOException {
    if (store.isUnread(id)) {
      return null;
    }
    GangJob job = store.job(id);
    if (job != null) {
      return missed || !store.book().isRunning(id) ? waiting(job) : null;
    }
    GangOutcome end = store.end(id);
    if (end == null) {
      own.isGone(id);
      return null;
    }
    return reports.ended(end);
  }

  /**
   * Of the jobs that wait.
   *
   * @param listed which are asked for; null if none
   * @param others how many the client gets already
   */
  public List<ApplicationReport> reports(Callable<GangListFilter> listed, long others) {
    refresh();
    return inline.callInline(
        "federation.gangreports", () -> waiting(listed.call(), others), Collections::emptyList);
  }

  private List<ApplicationReport> waiting(GangListFilter listed, long others) throws IOException {
    if (listed == null) {
      return Collections.emptyList();
    }
    long most = listed.most() - others;
    AdmittedGangRegistry book = store.lastBook();
    List<ApplicationReport> all = new ArrayList<>();
    for (GangJob job : store.lastKnown()) {
      if (all.size() >= most) {
        break;
      }
      if (listed.mayHave(job) && !book.isRunning(job.gang().id())) {
        ApplicationReport report = reportIfReadable(job);
        if (report != null && listed.has(job, report, reports)) {
          all.add(report);
        }
      }
    }
    return all;
  }

  /** Null if its submission cannot be read, which keeps no other job from the list. */
  private ApplicationReport reportIfReadable(GangJob job) {
    try {
      return waiting(job);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      LOG.debug("{} is left out of the list", job.gang().id(), e);
      return null;
    }
  }

  /**
   * Kills a job that is known to wait.
   *
   * @throws YarnException if it may wait, and the store does not say
   */
  public GangCoordinator.Kill kill(UserGroupInformation user, String id) throws YarnException {
    return isKnown(id) ? killMissed(user, id) : GangCoordinator.Kill.NOT_WAITING;
  }

  /**
   * Kills a job that stock does not know, if it waits.
   *
   * @throws YarnException if it may wait, and the store does not say
   */
  public GangCoordinator.Kill killMissed(UserGroupInformation user, String id)
      throws YarnException {
    GangCoordinator.Kill kill =
        inline.callInline("federation.gangkill", () -> killHeld(user, id), () -> null);
    if (kill != null) {
      return kill;
    }
    if (isKnown(id) && !store.lastBook().isRunning(id)) {
      throw new YarnException(
          "The store of gangs does not say now whether " + id + " waits: kill it again.");
    }
    return GangCoordinator.Kill.NOT_WAITING;
  }

  private GangCoordinator.Kill killHeld(UserGroupInformation user, String id) throws IOException {
    GangJob job = store.job(id);
    // Of others' jobs the ResourceManager decides, once they run.
    return job != null && !isAdmin(user) && !reports.mayModify(job, user)
        ? GangCoordinator.Kill.NOT_WAITING
        : keeper.kill(id);
  }

  private static boolean isAdmin(UserGroupInformation user) throws IOException {
    return UserGroupInformation.getLoginUser().getShortUserName().equals(user.getShortUserName());
  }
}
