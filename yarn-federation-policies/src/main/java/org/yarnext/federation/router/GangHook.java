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
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.Mode;
import org.yarnext.common.conf.RefusedConfigurationException;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.Counter;
import org.yarnext.common.metrics.DecisionLog;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.gang.GangEnd;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangKeeper;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.policy.gang.GangAdmission;
import org.yarnext.federation.policy.gang.GangBook;
import org.yarnext.federation.policy.gang.GangDeclaration;
import org.yarnext.federation.policy.gang.GangPlan;
import org.yarnext.federation.policy.gang.GangQuotas;
import org.yarnext.federation.policy.gang.GangReason;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.store.ZooKeeperRecords;

/**
 * What the interceptors of all users of one Router share: the store, this Router's part in starting
 * gangs, guard and metrics. Its thread starts with the first client's call. Thread-safe.
 */
final class GangHook {
  private static final Logger LOG = LoggerFactory.getLogger(GangHook.class);
  private static final Map<Configuration, GangHook> HOOKS = new WeakHashMap<>();
  private static final int ROUNDS_A_SWEEP = 5;

  /** Rounds are on a thread of their own, and take long while thousands of jobs come in. */
  private static final Duration ROUND_DEADLINE = Duration.ofMinutes(1);

  private final Mode mode;
  private final GangAdmission admission;
  private final GangStore store;
  private final GangKeeper keeper;
  private final GangReports reports;
  private final Guard guard;
  private final DecisionLog log;

  /** What is to happen with a submission. */
  static final class Hold {
    /** Stock's business. */
    static final Hold PASSES = new Hold(null);

    private static final Hold WAITS = new Hold(null);

    private final String refusal;

    private Hold(String refusal) {
      this.refusal = refusal;
    }

    /** What to tell the client, if it may not wait; null if it waits, and is durable. */
    String refusal() {
      return refusal;
    }
  }

  private GangHook(FederationConfiguration keys, Configuration conf) throws IOException {
    mode = keys.gangMode();
    admission = keys.newGangAdmission();
    store = new GangStore(ZooKeeperRecords.open(conf, keys.storePath()));
    keeper =
        new GangKeeper(
            InetAddress.getLocalHost().getHostName() + "-" + UUID.randomUUID(),
            store,
            admission,
            new RouterStarter(
                new StockResourceManagers(conf),
                new StoredHomes(conf),
                UserGroupInformation.getLoginUser().getShortUserName(),
                System::nanoTime),
            System::currentTimeMillis,
            keys.gangLease().toMillis(),
            keys.gangKeepEnds().toMillis());
    reports =
        new GangReports(
            WebAppUtils.getHttpSchemePrefix(conf)
                + WebAppUtils.getRouterWebAppURLWithoutScheme(conf),
            conf);
    guard = new Guard("federation", keys.guard(), System::nanoTime);
    FeatureMetrics metrics =
        new FeatureMetrics("FederationGangs", "Jobs that wait for their gang", () -> mode);
    metrics.attach(guard);
    metrics.gauge("JobsWaiting", "Jobs that waited by the last plan", keeper::waiting);
    log = new DecisionLog(metrics, mode, "Router", "FederationGangDecisions");
    log.register();
    Counter failed = metrics.counter("RoundsFailed", "Rounds that did not start what they could");
    if (mode.acts()) {
      long intervalMs = keys.gangInterval().toMillis();
      // Its own, so that clients are answered while rounds fail.
      Guard rounds = new Guard("federation", keys.guard(ROUND_DEADLINE), System::nanoTime);
      Thread thread = new Thread(() -> run(rounds, failed, intervalMs), "yarnext-federation-gangs");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private GangHook() {
    mode = Mode.OFF;
    admission = null;
    store = null;
    keeper = null;
    reports = null;
    guard = null;
    log = null;
  }

  static GangHook of(Configuration conf) {
    synchronized (HOOKS) {
      return HOOKS.computeIfAbsent(conf, GangHook::read);
    }
  }

  private static GangHook read(Configuration conf) {
    try {
      FederationConfiguration keys = FederationConfiguration.read(conf);
      return keys.gangMode().decides() ? new GangHook(keys, conf) : new GangHook();
    } catch (RefusedConfigurationException e) {
      LOG.error("{} Gangs are started at once, as stock.", e.getMessage());
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.error("The admission of gangs failed to prepare: they are started at once.", e);
    }
    return new GangHook();
  }

  private void run(Guard rounds, Counter failed, long intervalMs) {
    try {
      for (long round = 0; true; round++) {
        rounds.runInline("federation.gangs", keeper::round, failed::increment);
        if (round % ROUNDS_A_SWEEP == 0) {
          rounds.runInline("federation.gangsweep", keeper::sweep, failed::increment);
        }
        TimeUnit.MILLISECONDS.sleep(intervalMs);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Makes a job durable that declares a gang. */
  Hold hold(String user, ApplicationSubmissionContext context) {
    if (!mode.decides() || context == null || context.getApplicationTags() == null) {
      return Hold.PASSES;
    }
    GangDeclaration declared;
    try {
      declared = GangDeclaration.of(context.getApplicationTags());
    } catch (IllegalArgumentException e) {
      return mode.acts() ? new Hold(e.getMessage()) : Hold.PASSES;
    }
    if (declared == null) {
      return Hold.PASSES;
    }
    return guard.callInline(
        "federation.gang", () -> hold(user, context, declared), () -> Hold.PASSES);
  }

  private Hold hold(String user, ApplicationSubmissionContext context, GangDeclaration declared)
      throws IOException {
    String id = context.getApplicationId().toString();
    if (store.job(id) != null || store.book().admitted().containsKey(id)) {
      return mode.acts() ? Hold.WAITS : Hold.PASSES; // a client that repeats itself
    }
    GangQuotas quotas = store.quotas();
    if (quotas == null) {
      log.count(Decision.of(true, GangReason.GANG_NO_QUOTAS));
      return Hold.PASSES;
    }
    String queue = context.getQueue();
    if (queue == null || queue.isEmpty()) {
      queue = YarnConfiguration.DEFAULT_QUEUE_NAME; // as stock
    }
    String leaf = quotas.leaf(queue);
    PendingGang gang =
        PendingGang.of(
            id,
            leaf == null ? queue : leaf,
            declared.containers(),
            declared.amountMb(
                context.getResource() == null ? 0 : context.getResource().getMemorySize()),
            0);
    Decision<Boolean> accepted = admission.accept(gang, quotas);
    log.explain(System.currentTimeMillis(), id, accepted);
    if (!mode.acts()) {
      return Hold.PASSES;
    }
    if (!accepted.value()) {
      return new Hold(accepted.reason().text() + " " + accepted);
    }
    store.add(GangJob.of(user, gang, System.currentTimeMillis(), Submissions.write(context)));
    return Hold.WAITS;
  }

  /** Null if the application is not ours. */
  ApplicationReport report(ApplicationId application) {
    if (!mode.acts()) {
      return null;
    }
    return guard.callInline(
        "federation.gangreport",
        () -> heldReport(application.toString()),
        () -> lastKnownReport(application.toString()));
  }

  /** While the store does not answer. */
  private ApplicationReport lastKnownReport(String id) {
    GangJob job = store.lastKnown(id);
    try {
      return job == null ? null : reports.waiting(job, keeper.place(id));
    } catch (IOException e) {
      return null;
    }
  }

  private ApplicationReport heldReport(String id) throws IOException {
    GangJob job = store.job(id);
    if (job != null) {
      GangPlan.Place place = keeper.place(id);
      return reports.waiting(job, place);
    }
    GangEnd end = store.end(id);
    return end == null ? null : reports.ended(end);
  }

  /** Whether a ResourceManager took it; while the store does not answer, whether that may be. */
  boolean isStarted(ApplicationId application) {
    String id = application.toString();
    return guard.callInline(
        "federation.gangreport", () -> store.book().isRunning(id), () -> keeper.place(id) == null);
  }

  /** Of the jobs that wait. */
  List<ApplicationReport> reports(ListedGangs listed) {
    if (!mode.acts()) {
      return Collections.emptyList();
    }
    return guard.callInline(
        "federation.gangreports",
        () -> {
          List<ApplicationReport> all = new ArrayList<>();
          GangBook book = store.book();
          for (GangJob job : store.jobs()) {
            if (!book.isRunning(job.gang().id())) {
              ApplicationReport report = reports.waiting(job, keeper.place(job.gang().id()));
              if (listed.has(job, report, reports)) {
                all.add(report);
              }
            }
          }
          return all;
        },
        Collections::emptyList);
  }

  GangKeeper.Kill kill(String user, ApplicationId application) {
    if (!mode.acts() || application == null) {
      return GangKeeper.Kill.NOT_WAITING;
    }
    return guard.callInline(
        "federation.gangkill",
        () -> {
          GangJob job = store.job(application.toString());
          // Of others' jobs the ResourceManager decides, once they run.
          return job != null && !job.user().equals(user) && !isAdmin(user)
              ? GangKeeper.Kill.NOT_WAITING
              : keeper.kill(application.toString());
        },
        () -> GangKeeper.Kill.NOT_WAITING);
  }

  private static boolean isAdmin(String user) throws IOException {
    return UserGroupInformation.getLoginUser().getShortUserName().equals(user);
  }
}
