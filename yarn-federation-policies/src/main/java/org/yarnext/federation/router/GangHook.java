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
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.Mode;
import org.yarnext.common.conf.RefusedConfigurationException;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.DecisionLog;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangKeeper;
import org.yarnext.federation.gang.GangStarter;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.policy.gang.GangAdmission;
import org.yarnext.federation.policy.gang.GangDeclaration;
import org.yarnext.federation.policy.gang.GangQuotas;
import org.yarnext.federation.policy.gang.GangReason;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.store.RefusedStoreException;
import org.yarnext.federation.store.ZooKeeperRecords;

/**
 * What the interceptors of all users of one Router share: the store, this Router's part in starting
 * gangs, guard and metrics. Its thread starts with the first client's call. Where gangs are not
 * held nothing that is stored is started, whoever stored it. Thread-safe.
 */
final class GangHook {
  private static final Logger LOG = LoggerFactory.getLogger(GangHook.class);
  private static final Map<Configuration, GangHook> HOOKS = new WeakHashMap<>();

  /** Rounds are on a thread of their own, and take long while thousands of jobs come in. */
  private static final Duration ROUND_DEADLINE = Duration.ofMinutes(1);

  private final Mode mode;
  private final GangAdmission admission;
  private final int mostWaiting;
  private final GangStore store;
  private final StoreHealth health;

  /** Null where no jobs wait. */
  private final GangQuestions questions;

  private final OwnGangs own = new OwnGangs();
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

  GangHook(FederationConfiguration keys, Configuration conf, GangStarter starter)
      throws IOException {
    mode = keys.gangMode();
    admission = keys.newGangAdmission();
    mostWaiting = keys.gangMostWaiting();
    ZooKeeperRecords records = ZooKeeperRecords.open(conf, keys.storePath(), true);
    store = new GangStore(records);
    // Neither late answers nor a cool-down that grows are to lead past the quotas.
    guard = new Guard("federation", keys.guard().withoutTripping(), System::nanoTime);
    health =
        new StoreHealth(keys.guard().failuresToTrip(), keys.guard().coolDown(), System::nanoTime);
    FeatureMetrics metrics =
        new FeatureMetrics("FederationGangs", "Jobs that wait for their gang", () -> mode);
    metrics.attach(guard);
    metrics.gauge("RecordsSkipped", "Records that are not to be used", records::skipped);
    log = new DecisionLog(metrics, mode, "Router", "FederationGangDecisions");
    if (mode.acts()) {
      questions = act(keys, conf, starter);
    } else {
      questions = null;
    }
    log.register(conf);
  }

  /** Starts what waits, from now on, and answers what clients ask of it. */
  private GangQuestions act(FederationConfiguration keys, Configuration conf, GangStarter starter)
      throws IOException {
    GangKeeper keeper =
        new GangKeeper(
            InetAddress.getLocalHost().getHostName() + "-" + UUID.randomUUID(),
            store,
            admission,
            starter,
            System::currentTimeMillis,
            keys.gangLease().toMillis(),
            keys.gangKeepEnds().toMillis());
    FeatureMetrics metrics = log.metrics();
    metrics.gauge("JobsWaiting", "Jobs that waited by the last plan", keeper::waiting);
    metrics.gauge(
        "BookAgeMillis",
        "Since when the book of gangs was not read; -1 if never",
        store::bookAgeMs);
    Guard asking = new Guard("federation", keys.guard(), System::nanoTime);
    FeatureMetrics asked =
        new FeatureMetrics(
            "FederationGangQuestions", "What clients ask of jobs that wait", () -> mode);
    asked.attach(asking);
    asked.register();
    Guard answering = new Guard("federation", keys.guard().withoutTripping(), System::nanoTime);
    FeatureMetrics answered =
        new FeatureMetrics(
            "FederationGangAnswers",
            "What clients are told of jobs that wait, and those they kill",
            () -> mode);
    answered.attach(answering);
    answered.register();
    new GangRounds(
            keeper,
            health,
            new Guard("federation", keys.guard(ROUND_DEADLINE).withoutTripping(), System::nanoTime),
            metrics.counter("RoundsFailed", "Rounds that did not start what they could"),
            keys.gangInterval().toMillis())
        .start()
        .show(metrics, "Rounds");
    return new GangQuestions(
        store,
        keeper,
        new GangReports(
            WebAppUtils.getHttpSchemePrefix(conf)
                + WebAppUtils.getRouterWebAppURLWithoutScheme(conf),
            conf),
        own,
        asking,
        answering);
  }

  private GangHook() {
    mode = Mode.OFF;
    admission = null;
    mostWaiting = 0;
    store = null;
    health = null;
    questions = null;
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
      if (keys.gangMode().decides()) {
        return new GangHook(
            keys,
            conf,
            new RouterStarter(
                new StockResourceManagers(conf),
                new StoredHomes(conf, System::currentTimeMillis),
                UserGroupInformation.getLoginUser().getShortUserName(),
                System::nanoTime));
      }
    } catch (RefusedConfigurationException e) {
      LOG.error("{} Gangs are started at once, as stock.", e.getMessage());
    } catch (RefusedStoreException e) {
      LOG.error(
          "{} stays off, and gangs are started at once, as stock: {}",
          FederationConfiguration.GANG_MODE.name(),
          e.getMessage());
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.error("The admission of gangs failed to prepare: they are started at once.", e);
    }
    return new GangHook();
  }

  /** Not to be used while the mode is off. */
  DecisionLog log() {
    return log;
  }

  /** Whether gangs are held, or counted. */
  boolean decides() {
    return mode.decides();
  }

  /** Whether gangs are held. */
  boolean acts() {
    return mode.acts();
  }

  /** Null where clients are told nothing of jobs that wait. */
  GangQuestions questions() {
    return questions;
  }

  /**
   * Makes a job durable that declares a gang.
   *
   * <p>On the client's own thread, and late answers are used: only those who declare a gang wait,
   * and past its quota nothing is to go that the store would still have taken.
   */
  Hold hold(String user, ApplicationSubmissionContext context) {
    if (!mode.decides()
        || context == null
        || context.getApplicationId() == null // stock refuses it
        || context.getApplicationTags() == null) {
      return Hold.PASSES;
    }
    String id = context.getApplicationId().toString();
    GangDeclaration declared;
    try {
      declared = GangDeclaration.of(context.getApplicationTags());
    } catch (IllegalArgumentException e) {
      return refused(e);
    }
    if (declared == null) {
      return Hold.PASSES;
    }
    return guard.callInline(
        "federation.gang",
        () -> {
          if (health.isDown()) {
            throw new IOException("the store of gangs did not answer just now");
          }
          PendingGang asked;
          byte[] submission;
          try {
            asked = asked(id, context, declared);
            submission = Submissions.write(context);
          } catch (IllegalArgumentException e) { // the client's fault, and no failure
            return refused(e);
          }
          try {
            Hold hold = hold(user, asked, submission);
            health.answered();
            return hold;
          } catch (IOException | RuntimeException e) {
            health.failed();
            throw e;
          }
        },
        () -> withoutStore(id));
  }

  private Hold refused(IllegalArgumentException why) {
    return mode.acts() ? new Hold(why.getMessage()) : Hold.PASSES;
  }

  private static PendingGang asked(
      String id, ApplicationSubmissionContext context, GangDeclaration declared) {
    String queue = context.getQueue();
    if (queue == null || queue.isEmpty()) {
      queue = YarnConfiguration.DEFAULT_QUEUE_NAME; // as stock
    }
    long masterMb = context.getResource() == null ? 0 : context.getResource().getMemorySize();
    return PendingGang.of(id, queue, declared.containers(), declared.amountMb(masterMb), 0);
  }

  private Hold hold(String user, PendingGang asked, byte[] submission) throws IOException {
    String id = asked.id();
    if (mode.acts() && isKnown(id)) { // a client that repeats itself; no id starts anew
      own.isStored(id);
      return Hold.WAITS;
    }
    GangQuotas quotas = store.quotas();
    if (quotas == null) {
      log.count(Decision.of(true, GangReason.GANG_NO_QUOTAS));
      return Hold.PASSES;
    }
    String leaf = quotas.leaf(asked.queue());
    PendingGang gang =
        PendingGang.of(
            id, leaf == null ? asked.queue() : leaf, asked.containers(), asked.amount(), 0);
    Decision<Boolean> accepted = admission.accept(gang, quotas);
    log.explain(System.currentTimeMillis(), id, accepted);
    if (!mode.acts()) {
      return Hold.PASSES;
    }
    if (!accepted.value()) {
      return new Hold(accepted.reason().text() + " " + accepted);
    }
    int waiting = store.count();
    if (waiting >= mostWaiting) {
      return full(id, waiting);
    }
    own.tries(id);
    store.add(GangJob.of(user, gang, System.currentTimeMillis(), submission));
    own.isStored(id);
    return Hold.WAITS;
  }

  private Hold full(String id, int waiting) {
    Decision<Boolean> full =
        Decision.of(false, GangReason.GANG_TOO_MANY_WAIT)
            .with("jobs", waiting)
            .with("most", mostWaiting);
    log.explain(System.currentTimeMillis(), id, full);
    return new Hold(
        String.format(
            "%s %s Submit %s again later; %s is %d.",
            full.reason().text(),
            full,
            id,
            FederationConfiguration.GANG_MOST_WAITING.name(),
            mostWaiting));
  }

  private boolean isKnown(String id) throws IOException {
    return store.job(id) != null
        || store.book().admitted().containsKey(id)
        || store.end(id) != null;
  }

  /**
   * What is known of a job may wait already, or run, and so may what the store was given without an
   * answer. The rest is stock's.
   */
  private Hold withoutStore(String id) {
    if (!mode.acts()) {
      return Hold.PASSES;
    }
    if (store.lastKnown(id) != null
        || store.lastBook().admitted().containsKey(id)
        || own.hasStored(id)) {
      return Hold.WAITS;
    }
    return own.isUnsure(id)
        ? new Hold(
            "The store of gangs did not say whether "
                + id
                + " waits now: submit it again under the same id, or kill that id before you submit"
                + " the job under another one.")
        : Hold.PASSES;
  }
}
