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
package org.yarnext.federation.router;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.yarnext.common.guard.Guard;
import org.yarnext.federation.gang.GangEnd;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangKeeper;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.policy.gang.GangBook;

/**
 * Answers what clients ask of jobs that wait. The store is asked for jobs that this Router knows,
 * by its keeper's last reading or since it took them itself, and for those that stock has just
 * missed; so all other applications cost nothing. While the store does not answer what was read
 * last is the answer. Thread-safe.
 */
final class GangQuestions {
  /** As many as the guard has threads: one more would be turned away at once. */
  private static final int MOST_AT_ONCE = 4;

  private final GangStore store;
  private final GangKeeper keeper;
  private final GangReports reports;
  private final OwnGangs own;
  private final Guard guard;
  private final Semaphore turns = new Semaphore(MOST_AT_ONCE);

  /**
   * @param guard not that of submissions, which are not to go past their quotas since a client was
   *     told something late
   */
  GangQuestions(
      GangStore store, GangKeeper keeper, GangReports reports, OwnGangs own, Guard guard) {
    this.store = store;
    this.keeper = keeper;
    this.reports = reports;
    this.own = own;
    this.guard = guard;
  }

  private <T> T ask(String hook, Callable<T> ours, Supplier<T> stock) {
    turns.acquireUninterruptibly(); // for no longer than the guard's deadline, but for a few times
    try {
      return guard.call(hook, ours, stock);
    } finally {
      turns.release();
    }
  }

  /** Whether the job waits or waited, as far as this Router knows without asking. */
  private boolean isKnown(String id) {
    return store.lastKnown(id) != null || own.hasStored(id) || own.isUnsure(id);
  }

  /** Of a job that is known to wait; null if that is not ours to tell. */
  ApplicationReport report(String id) {
    return isKnown(id)
        ? ask(
            "federation.gangreport", () -> heldReport(id, false), () -> lastKnownReport(id, false))
        : null;
  }

  /** Of a job that stock does not know; null if it does not wait, and did not. */
  ApplicationReport reportMissed(String id) {
    return ask(
        "federation.gangreport", () -> heldReport(id, true), () -> lastKnownReport(id, true));
  }

  /**
   * @param missed whether its ResourceManager does not know it yet, though it may have taken it
   */
  private ApplicationReport heldReport(String id, boolean missed) throws IOException {
    GangJob job = store.job(id);
    if (job != null) {
      return missed || !store.book().isRunning(id) ? reports.waiting(job, keeper.place(id)) : null;
    }
    GangEnd end = store.end(id);
    if (end == null) {
      own.isGone(id);
      return null;
    }
    return reports.ended(end);
  }

  private ApplicationReport lastKnownReport(String id, boolean missed) {
    GangJob job = store.lastKnown(id);
    try {
      return job == null || (!missed && store.lastBook().isRunning(id))
          ? null
          : reports.waiting(job, keeper.place(id));
    } catch (IOException e) {
      return null;
    }
  }

  /** Of the jobs that wait. */
  List<ApplicationReport> reports(ListedGangs listed) {
    return ask(
        "federation.gangreports",
        () -> reports(store.book(), store.jobs(), listed),
        () -> {
          try {
            return reports(store.lastBook(), store.lastKnown(), listed);
          } catch (IOException e) {
            return Collections.emptyList();
          }
        });
  }

  private List<ApplicationReport> reports(
      GangBook book, Collection<GangJob> jobs, ListedGangs listed) throws IOException {
    List<ApplicationReport> all = new ArrayList<>();
    for (GangJob job : jobs) {
      if (!book.isRunning(job.gang().id())) {
        ApplicationReport report = reports.waiting(job, keeper.place(job.gang().id()));
        if (listed.has(job, report, reports)) {
          all.add(report);
        }
      }
    }
    return all;
  }

  /** Kills a job that is known to wait. */
  GangKeeper.Kill kill(UserGroupInformation user, String id) {
    return isKnown(id) ? killMissed(user, id) : GangKeeper.Kill.NOT_WAITING;
  }

  /** Kills a job that stock does not know, if it waits. */
  GangKeeper.Kill killMissed(UserGroupInformation user, String id) {
    return ask(
        "federation.gangkill",
        () -> {
          GangJob job = store.job(id);
          // Of others' jobs the ResourceManager decides, once they run.
          return job != null && !isAdmin(user) && !reports.mayModify(job, user)
              ? GangKeeper.Kill.NOT_WAITING
              : keeper.kill(id);
        },
        () -> GangKeeper.Kill.NOT_WAITING);
  }

  private static boolean isAdmin(UserGroupInformation user) throws IOException {
    return UserGroupInformation.getLoginUser().getShortUserName().equals(user.getShortUserName());
  }
}
