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
import org.yarnext.federation.store.InvalidRecordException;

/**
 * Answers clients' requests about waiting jobs from a cache. It reads the store when the cache is
 * older than two seconds, by one client at a time while the others proceed. It also reads the store
 * for a job that stock does not know, or that this Router stored and does not find. Requests about
 * other applications therefore cost nothing, and repeated requests about one job next to nothing.
 * Thread-safe.
 */
public final class GangReportCache {
  /**
   * Limit of concurrent reads of single jobs; the guard has as many threads, and would reject one
   * more.
   */
  private static final int MAX_CONCURRENT_READS = 4;

  private static final Logger LOG = LoggerFactory.getLogger(GangReportCache.class);

  /** Age from which the cache is read again, in ns. */
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Longest wait for one of the concurrent reads, in ms. */
  private static final long MAX_WAIT_MS = 2_000;

  private final GangStore store;
  private final GangCoordinator coordinator;
  private final GangReportView reports;
  private final RecentSubmissionCache own;
  private final Guard guard;
  private final Guard inline;
  private final Semaphore readPermits = new Semaphore(MAX_CONCURRENT_READS);
  private final Semaphore reading = new Semaphore(1);

  /**
   * @param guard guard of reads from the store; not that of submissions, which must not bypass
   *     their quotas because reports were slow
   * @param inline guard that never trips, of kills, which must not fail because reports were slow,
   *     and of work without the store
   */
  public GangReportCache(
      GangStore store,
      GangCoordinator coordinator,
      GangReportView reports,
      RecentSubmissionCache own,
      Guard guard,
      Guard inline) {
    this.store = store;
    this.coordinator = coordinator;
    this.reports = reports;
    this.own = own;
    this.guard = guard;
    this.inline = inline;
  }

  /**
   * Returns whether the job waits or waited, as far as this Router knows without reading the store.
   */
  private boolean isKnown(String id) {
    return store.lastKnown(id) != null || own.hasStored(id) || own.isUnsure(id);
  }

  /** Reads the store if the cache is too old, unless another client does so already. */
  private void refresh() {
    if (store.isFresh(FRESH_NANOS) || !reading.tryAcquire()) {
      return;
    }
    try {
      guard.run(
          "federation.gangread",
          () -> {
            store.registry(); // must be read before the jobs
            store.jobs();
          },
          () -> {});
    } finally {
      reading.release();
    }
  }

  /**
   * Returns the report of a job that is known to wait, or null if stock is to answer.
   *
   * @param caller who receives the report
   */
  public ApplicationReport report(UserGroupInformation caller, String id) {
    if (!isKnown(id)) {
      return null;
    }
    refresh();
    return report(caller, id, false);
  }

  /**
   * Returns the report of a job that stock does not know, or null if it does not wait and never
   * waited.
   *
   * @param caller who receives the report
   */
  public ApplicationReport reportMissed(UserGroupInformation caller, String id) {
    return report(caller, id, true);
  }

  /**
   * @param missed whether its ResourceManager does not know it, though it may have accepted it
   */
  private ApplicationReport report(UserGroupInformation caller, String id, boolean missed) {
    return store.lastKnown(id) == null
        ? storedReport(caller, id, missed)
        : inline.callInline(
            "federation.gang.report", () -> lastKnownReport(caller, id, missed), () -> null);
  }

  private ApplicationReport lastKnownReport(
      UserGroupInformation caller, String id, boolean missed) {
    GangJob job = store.lastKnown(id);
    return job == null || (!missed && store.lastRegistry().isRunning(id))
        ? null
        : ifReadable(id, () -> waiting(job, caller));
  }

  /**
   * Returns a job's report, or null if its submission cannot be read. That is not a failure of the
   * store: requests about other jobs are answered, and lists have the other jobs.
   */
  private static ApplicationReport ifReadable(String id, Callable<ApplicationReport> report) {
    try {
      return report.call();
    } catch (Exception | StackOverflowError e) {
      LOG.debug("{} is not shown", id, e);
      return null;
    }
  }

  private ApplicationReport waiting(GangJob job, UserGroupInformation caller) throws IOException {
    String id = job.gang().id();
    boolean isAdmitted = store.lastRegistry().admitted().containsKey(id);
    return reports.waiting(job, isAdmitted, coordinator.place(id), caller);
  }

  private ApplicationReport storedReport(UserGroupInformation caller, String id, boolean missed) {
    try {
      if (!readPermits.tryAcquire(MAX_WAIT_MS, TimeUnit.MILLISECONDS)) {
        return null;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
    try {
      return guard.call("federation.gang.report", () -> heldReport(caller, id, missed), () -> null);
    } finally {
      readPermits.release();
    }
  }

  private ApplicationReport heldReport(UserGroupInformation caller, String id, boolean missed)
      throws IOException {
    try {
      return store.isUnreadable(id) ? null : readReport(caller, id, missed);
    } catch (InvalidRecordException e) {
      return null; // the store answers
    }
  }

  private ApplicationReport readReport(UserGroupInformation caller, String id, boolean missed)
      throws IOException {
    GangJob job = store.job(id);
    if (job != null) {
      boolean isShown = missed || !store.registry().isRunning(id);
      return isShown ? ifReadable(id, () -> waiting(job, caller)) : null;
    }
    GangOutcome end = store.end(id);
    if (end == null) {
      own.markGone(id);
      return null;
    }
    return ifReadable(id, () -> reports.ended(end, caller));
  }

  /**
   * Returns the reports of the waiting jobs that a client lists.
   *
   * @param listed supplies the client's filter; null for none
   * @param others number of applications that the client receives already
   */
  public List<ApplicationReport> reports(Callable<GangListFilter> listed, long others) {
    refresh();
    return inline.callInline(
        "federation.gang.reports", () -> waiting(listed.call(), others), Collections::emptyList);
  }

  private List<ApplicationReport> waiting(GangListFilter listed, long others) throws IOException {
    if (listed == null) {
      return Collections.emptyList();
    }
    long max = listed.limit() - others;
    AdmittedGangRegistry registry = store.lastRegistry();
    List<ApplicationReport> all = new ArrayList<>();
    for (GangJob job : store.lastKnown()) {
      if (all.size() >= max) {
        break;
      }
      if (listed.mayHave(job) && !registry.isRunning(job.gang().id())) {
        ApplicationReport report = ifReadable(job.gang().id(), () -> waiting(job, listed.caller()));
        if (report != null && listed.has(job, report, reports)) {
          all.add(report);
        }
      }
    }
    return all;
  }

  /**
   * Kills a job that is known to wait.
   *
   * @throws YarnException if it may wait, and the store does not respond
   */
  public GangCoordinator.Kill kill(UserGroupInformation user, String id) throws YarnException {
    return isKnown(id) ? killMissed(user, id) : GangCoordinator.Kill.NOT_WAITING;
  }

  /**
   * Kills a job that stock does not know, if it waits.
   *
   * @throws YarnException if it may wait, and the store does not respond
   */
  public GangCoordinator.Kill killMissed(UserGroupInformation user, String id)
      throws YarnException {
    GangCoordinator.Kill kill =
        inline.callInline("federation.gangkill", () -> killHeld(user, id), () -> null);
    if (kill != null) {
      return kill;
    }
    if (isKnown(id) && !store.lastRegistry().isRunning(id)) {
      throw new YarnException(
          "The store of gangs does not say now whether " + id + " waits: kill it again.");
    }
    return GangCoordinator.Kill.NOT_WAITING;
  }

  private GangCoordinator.Kill killHeld(UserGroupInformation user, String id) throws IOException {
    // The ResourceManager decides on other users' jobs once they run.
    return coordinator.kill(id, job -> isAdmin(user) || mayModify(job, user));
  }

  /** Returns whether a user may kill a job; only its owner if its submission cannot be read. */
  private boolean mayModify(GangJob job, UserGroupInformation user) {
    try {
      return reports.mayModify(job, user);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      LOG.debug("The rights of {} cannot be read", job.gang().id(), e);
      return job.user().equals(user.getShortUserName());
    }
  }

  private static boolean isAdmin(UserGroupInformation user) throws IOException {
    return UserGroupInformation.getLoginUser().getShortUserName().equals(user.getShortUserName());
  }
}
