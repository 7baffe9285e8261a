// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.gang.GangCoordinator;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangLauncher;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.policy.gang.GangAdmissionPolicy;
import org.yarnext.federation.policy.gang.GangDeclaration;
import org.yarnext.federation.policy.gang.GangQuotas;
import org.yarnext.federation.policy.gang.GangReason;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.router.report.GangReportCache;
import org.yarnext.federation.router.report.GangReportView;
import org.yarnext.federation.router.subcluster.QueueAuthorizer;
import org.yarnext.federation.router.submission.GangRequestParser;
import org.yarnext.federation.router.submission.RecentSubmissionCache;
import org.yarnext.federation.router.submission.SubmissionCodec;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/**
 * Decides on submissions of gang jobs for the interceptors of all users of one Router: each is
 * stored to wait for its quota, refused, or left to stock. It also makes the store, the coordinator
 * and the guards that they share. The coordinator's thread starts with the first client's call.
 * Only a Router in mode on starts stored jobs, its own or those of other Routers. Thread-safe.
 */
final class GangHook {
  private static final Logger LOG = LoggerFactory.getLogger(GangHook.class);

  private static final String HOLD = "Hold Gang";

  /**
   * Deadline of rounds: they run on their own thread, and take long while thousands of jobs arrive.
   */
  private static final Duration ROUND_DEADLINE = Duration.ofMinutes(1);

  /** Null if the configuration is refused or the store cannot be used. */
  private final FederationConfiguration keys;

  private final Configuration conf;
  private final GangLauncher starter;
  private final GangAdmissionPolicy admission;
  private final PendingGangLimiter limiter;

  /** Null where queues have no access control. */
  private final QueueAuthorizer rights;

  private final ZooKeeperRecordStore records;
  private final GangStore store;
  private final GangStoreBreaker health;

  /** Null before the first mode on. */
  private volatile GangReportCache reports;

  /** The hook that was made when the mode was raised from off; null before that. */
  private volatile GangHook raised;

  private final RecentSubmissionCache own = new RecentSubmissionCache();
  private final Guard guard;
  private final DecisionLog log;

  /**
   * @param rights null where queues have no access control
   */
  GangHook(
      FederationConfiguration keys,
      Configuration conf,
      GangLauncher starter,
      QueueAuthorizer rights)
      throws IOException {
    this.keys = keys;
    this.conf = conf;
    this.starter = starter;
    admission = keys.newGangAdmissionPolicy();
    this.rights = rights;
    records = ZooKeeperRecordStore.open(conf, keys.storePath(), true);
    store = new GangStore(records);
    limiter = new PendingGangLimiter(store, keys.pendingGangLimits(), keys.gangInterval());
    // Neither slow responses nor a growing cool-down may bypass the quotas.
    guard = new Guard("federation", keys.guard().withoutTripping(), System::nanoTime);
    health =
        new GangStoreBreaker(
            keys.guard().failuresToTrip(), keys.guard().coolDown(), System::nanoTime);
    FeatureMetrics metrics =
        new FeatureMetrics("FederationGangs", "Jobs that wait for their gang", this::mode);
    metrics.attach(guard);
    metrics.gauge("RecordsSkipped", "Invalid records, which are ignored", records::skipped);
    log = new DecisionLog(metrics, this::mode, "Router", "FederationGangDecisions");
    act();
    log.register(conf);
    keys.live()
        .addListener(
            (old, now) -> {
              try {
                act();
              } catch (IOException e) {
                throw new IllegalStateException("Gangs are started at once: " + e.getMessage(), e);
              }
            });
  }

  private FeatureMode mode() {
    return keys == null ? FeatureMode.OFF : keys.gangMode();
  }

  /** Starts the rounds at the first mode on. Later they pause in any other mode. */
  private synchronized void act() throws IOException {
    if (reports == null && mode().acts()) {
      reports = act(records.clock()::nowMs);
    }
  }

  /** Starts the rounds, and returns the cache that answers clients' requests about waiting jobs. */
  private GangReportCache act(GangCoordinator.Clock clock) throws IOException {
    GangCoordinator coordinator =
        new GangCoordinator(
            InetAddress.getLocalHost().getHostName() + "-" + UUID.randomUUID(),
            store,
            admission,
            starter,
            clock,
            keys.gangLease().toMillis(),
            keys.gangEndedRetention().toMillis(),
            keys.gangUnusedAfter().toMillis(),
            new GangDecisionListener(log, own));
    FeatureMetrics metrics = log.metrics();
    metrics.gauge("JobsWaiting", "Jobs waiting in the latest round", coordinator::waiting);
    metrics.gauge(
        "RegistryAgeMillis",
        "Time since the registry of gangs was read, in ms; -1 if never",
        store::registryAgeMs);
    Guard queryGuard = new Guard("federation", keys.guard(), System::nanoTime);
    FeatureMetrics queryMetrics =
        new FeatureMetrics("FederationGangQuestions", "Client queries on waiting jobs", this::mode);
    queryMetrics.attach(queryGuard);
    queryMetrics.register();
    Guard answerGuard = new Guard("federation", keys.guard().withoutTripping(), System::nanoTime);
    FeatureMetrics answerMetrics =
        new FeatureMetrics(
            "FederationGangAnswers", "Answers to clients on waiting jobs, and kills", this::mode);
    answerMetrics.attach(answerGuard);
    answerMetrics.register();
    new GangCoordinatorTask(
            coordinator,
            health,
            new Guard("federation", keys.guard(ROUND_DEADLINE).withoutTripping(), System::nanoTime),
            () -> mode().acts(),
            metrics.counter(
                "RoundsFailed", "Failed rounds, in which not all admissible jobs were started"),
            keys.gangInterval().toMillis())
        .start()
        .show(metrics, "Rounds");
    return new GangReportCache(
        store, coordinator, new GangReportView(conf), own, queryGuard, answerGuard);
  }

  /**
   * Creates a hook that does nothing until the mode is raised.
   *
   * @param keys null if it cannot be raised
   */
  GangHook(FederationConfiguration keys) {
    this.keys = keys;
    conf = null;
    starter = null;
    records = null;
    admission = null;
    limiter = null;
    rights = null;
    store = null;
    health = null;
    guard = null;
    log = null;
  }

  /** Returns the hook in use, which is another one once the mode was raised from off. */
  GangHook current() {
    GangHook made = raised;
    return made == null ? this : made;
  }

  /** Sets the hook that replaces this one from now on. */
  void raise(GangHook made) {
    raised = made;
  }

  /** Returns the log; null while the mode is off. */
  DecisionLog log() {
    return log;
  }

  /** Returns whether the mode is shadow or on. */
  boolean decides() {
    return store != null && mode().decides();
  }

  /** Returns whether the mode is on and rounds are held, so that gangs wait. */
  boolean acts() {
    return reports != null && mode().acts();
  }

  /**
   * Returns the cache that answers clients' requests about waiting jobs; null unless the mode is
   * on.
   */
  GangReportCache reports() {
    return acts() ? reports : null;
  }

  /**
   * Stores a job that declares a gang, so that it waits.
   *
   * <p>It runs on the client's thread and accepts slow responses: only clients that declare a gang
   * wait, and no job may bypass its quota because the store was slow.
   *
   * @param context the submission; may be null
   * @return whether stock is to start the job, it waits, or it is refused; never null
   */
  GangSubmissionDecision hold(String user, ApplicationSubmissionContext context) {
    boolean acts = acts(); // one mode for this submission
    if (!(acts || decides())
        || context == null
        || context.getApplicationId() == null // stock rejects it
        || context.getApplicationTags() == null) {
      return GangSubmissionDecision.PASSES;
    }
    String id = context.getApplicationId().toString();
    GangDeclaration declared;
    try {
      declared = GangDeclaration.of(context.getApplicationTags());
    } catch (IllegalArgumentException e) {
      return refused(user, context, e, acts);
    }
    if (declared == null) {
      return GangSubmissionDecision.PASSES;
    }
    return guard.callInline(
        "federation.gang",
        () -> {
          if (health.isDown()) {
            throw new IOException("the store of gangs did not answer just now");
          }
          PendingGang requested;
          byte[] submission;
          try {
            requested = GangRequestParser.parse(id, context, declared);
            submission = SubmissionCodec.write(context);
          } catch (IllegalArgumentException e) { // the client's mistake, not a failure
            return refused(user, context, e, acts);
          }
          try {
            GangJob job =
                GangJob.of(user, requested, System.currentTimeMillis(), submission)
                    .calledBy(GangAuditLog.callerContext());
            GangSubmissionDecision hold = hold(job, acts);
            health.answered();
            return hold;
          } catch (IOException | RuntimeException e) {
            health.failed();
            throw e;
          }
        },
        () -> withoutStore(id, acts));
  }

  private GangSubmissionDecision refused(
      String user,
      ApplicationSubmissionContext context,
      IllegalArgumentException why,
      boolean acts) {
    if (!acts) {
      return GangSubmissionDecision.PASSES;
    }
    GangAuditLog.refused(
        HOLD,
        user,
        String.valueOf(context.getQueue()),
        context.getApplicationId().toString(),
        GangAuditLog.callerContext(),
        why.getMessage());
    return new GangSubmissionDecision(why.getMessage());
  }

  private GangSubmissionDecision hold(GangJob submitted, boolean acts) throws IOException {
    String id = submitted.gang().id();
    if (acts && isKnown(id)) { // the client repeats its submission
      own.markStored(id);
      return GangSubmissionDecision.WAITS;
    }
    GangQuotas quotas = store.quotas();
    if (quotas == null) {
      log.count(Decision.of(true, GangReason.GANG_NO_QUOTAS));
      return GangSubmissionDecision.PASSES;
    }
    String leaf = quotas.leaf(submitted.gang().queue());
    GangJob job = leaf == null ? submitted : submitted.in(leaf);
    Decision<Boolean> accepted = admission.accept(job.gang(), quotas);
    if (acts && accepted.value() && !maySubmit(job)) {
      return GangSubmissionDecision.PASSES;
    }
    try {
      if (acts && accepted.value()) {
        Decision<Boolean> room = limiter.accept(job);
        accepted = room.value() ? accepted : room;
      }
      log.explain(System.currentTimeMillis(), id, accepted);
      if (!acts) {
        return GangSubmissionDecision.PASSES;
      }
      if (accepted.value()) {
        Decision<Boolean> stored = limiter.store(job, own, () -> GangAuditLog.done(HOLD, job));
        if (stored.value()) {
          return GangSubmissionDecision.WAITS;
        }
        accepted = stored;
        log.explain(System.currentTimeMillis(), id, accepted);
      }
      GangAuditLog.refused(HOLD, job, accepted);
      return new GangSubmissionDecision(PendingGangLimiter.refusal(id, accepted));
    } finally {
      limiter.release(job);
    }
  }

  /**
   * Returns whether the user may submit to the queue. If not, or if nobody can tell, stock decides:
   * it rejects the job, or starts it without waiting for its gang.
   */
  private boolean maySubmit(GangJob job) {
    Decision<Boolean> no =
        Decision.of(false, GangReason.GANG_NOT_ALLOWED)
            .with("queue", job.gang().queue())
            .with("user", job.user());
    try {
      if (rights == null || rights.maySubmit(job.user(), job.gang().queue())) {
        return true;
      }
    } catch (IOException e) {
      LOG.debug("No ResourceManager says whether {} may submit {}", job.user(), job.gang().id(), e);
      no = no.with("error", e.getMessage());
    }
    log.explain(System.currentTimeMillis(), job.gang().id(), no);
    GangAuditLog.refused(HOLD, job, no);
    return false;
  }

  private boolean isKnown(String id) throws IOException {
    return store.job(id) != null
        || store.registry().admitted().containsKey(id)
        || store.end(id) != null;
  }

  /**
   * Decides on a submission when the store does not respond. A known job may wait or run already,
   * and so may one that was sent to the store without a response. Stock starts the others.
   */
  private GangSubmissionDecision withoutStore(String id, boolean acts) {
    if (!acts) {
      return GangSubmissionDecision.PASSES;
    }
    if (store.lastKnown(id) != null
        || store.lastRegistry().admitted().containsKey(id)
        || own.hasStored(id)) {
      return GangSubmissionDecision.WAITS;
    }
    return own.isUnsure(id)
        ? new GangSubmissionDecision(
            "The store of gangs did not say whether "
                + id
                + " waits now: submit it again under the same id, or kill that id before you submit"
                + " the job under another one.")
        : GangSubmissionDecision.PASSES;
  }
}
