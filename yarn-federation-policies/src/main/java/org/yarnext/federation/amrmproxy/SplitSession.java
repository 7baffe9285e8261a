// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.resolver.SubClusterResolver;
import org.apache.hadoop.yarn.server.federation.store.FederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.amrmproxy.ledger.FederatedRequestCodec;
import org.yarnext.federation.amrmproxy.ledger.SplitLedgerAdapter;
import org.yarnext.federation.amrmproxy.ledger.SplitStateStore;
import org.yarnext.federation.policy.split.AllocateCallThrottle;
import org.yarnext.federation.policy.split.SplitSettings;

/**
 * The division of the requests of one application attempt: takes over published policies, refuses
 * calls beyond the limits, and does what comes before and after a call. YARN makes the policy and
 * does not tell it whose it is, so the interceptor hands this over on the thread that registers.
 * Thread-safe.
 */
final class SplitSession {
  private static final ThreadLocal<SplitSession> HANDED_OVER = new ThreadLocal<>();

  private final SplitHook hook;
  private final String application;
  private final SplitLedgerAdapter book;
  private final GuardedSplitLedger ledger;
  private final GrantedContainerTracker granted;
  private final AllocateCallThrottle gate = new AllocateCallThrottle();

  /** The sub-clusters that have answered the application. */
  private final Set<SubClusterId> heard = ConcurrentHashMap.newKeySet();

  private AllocateResponse last;

  /** What is in the metrics of the ledger's counts. */
  private Map<String, Long> counted = Collections.emptyMap();

  /** Null until the policy is known. */
  private SubClusterId home;

  /** Null until the policy is known. */
  private QueuePolicyReloader.Watched policy;

  private SubClusterPolicyConfiguration taken;

  SplitSession(SplitHook hook, String application) {
    this.hook = hook;
    this.application = application;
    book = new SplitLedgerAdapter(hook.rules(), hook.racks()::of);
    ledger = new GuardedSplitLedger(hook, application, book, this);
    granted = new GrantedContainerTracker(hook, book, ledger);
  }

  /**
   * From now on what sub-clusters are told is remembered before they are told, and which containers
   * the application is handed before it is.
   */
  void rememberIn(SplitStateStore told, SplitStateStore handed) {
    ledger.rememberIn(told, handed);
    granted.rememberIn(handed);
  }

  /**
   * Goes on from what was remembered before a restart; as stock if that is not known. Of an
   * application that had not registered there is nothing to know.
   */
  void recover(boolean hadRegistered, byte[] image, byte[] handed, long nowMs) {
    if (!hadRegistered) {
      return;
    }
    granted.restarted();
    if (image == null || image.length == 0 || !hook.mode().acts()) {
      ledger.giveUp();
      return;
    }
    hook.guard()
        .runInline(
            "federation.recover",
            () -> {
              book.restore(image, nowMs);
              granted.restore(handed);
              hook.recovered();
            },
            ledger::giveUp);
  }

  /**
   * Of the containers that ResourceManagers have of the application, sees to it that those are
   * given back of which it will not hear.
   */
  synchronized void giveBackUnseen(
      Map<ContainerId, SubClusterId> known, ApplicationAttemptId attempt) {
    granted.giveBackUnseen(known, home, attempt);
  }

  /** Makes the session known to the policy that is made on this thread until it is taken back. */
  void handOver() {
    HANDED_OVER.set(this);
  }

  static void takeBack() {
    HANDED_OVER.remove();
  }

  /** Null if nothing is handed over on this thread. */
  static SplitSession handedOver() {
    return HANDED_OVER.get();
  }

  /** The policy that the application begins with; others may be published for its queue. */
  synchronized void begins(
      FederationStateStore store, SubClusterPolicyConfiguration known, SubClusterId homeId) {
    taken = known;
    home = homeId;
    policy = hook.policies().watch(store, known, homeId.getId());
    try {
      book.goBy(hook.rules(known));
    } catch (RuntimeException | LinkageError e) {
      hook.refusedParameters(application, known, e);
    }
    ledger.remember();
    granted.remember();
  }

  /**
   * By which rules a policy divides asks and moves them.
   *
   * @throws IllegalArgumentException if it says so in a way that nobody could follow
   */
  SplitSettings rules(SubClusterPolicyConfiguration of) {
    return hook.rules(of);
  }

  /** Asks are divided and moved by these rules from now on, those that wait already, too. */
  void goBy(SplitSettings rules) {
    book.goBy(rules);
  }

  /**
   * Takes over the policy that was published for the queue since the last one, if there is one. One
   * that the taker refuses is not offered again.
   */
  void follow(PolicyTaker taker) {
    SubClusterPolicyConfiguration latest = published();
    if (latest != null && hook.mode().acts()) {
      try {
        taker.take(latest);
        hook.tookPolicy(policy.isStaged(latest));
      } catch (YarnException | RuntimeException | LinkageError e) {
        hook.refusedPolicy(application, latest, e); // the operator's mistake, not a failure of ours
      }
    }
  }

  /** Null if there is none. */
  private synchronized SubClusterPolicyConfiguration published() {
    SubClusterPolicyConfiguration latest = policy == null ? null : policy.latest();
    if (latest == null
        || (latest.getType().equals(taken.getType())
            && latest.getParams().equals(taken.getParams()))) {
      return null;
    }
    taken = latest;
    return latest;
  }

  /** Changes to another policy, or throws and stays with its own. */
  interface PolicyTaker {
    void take(SubClusterPolicyConfiguration next) throws YarnException;
  }

  /** The active sub-clusters as of the last reading; null if there was none yet. */
  Set<SubClusterId> activeSubClusters() {
    return hook.subClusters().active();
  }

  /** Thread-safe by itself, so that the policy asks it directly. */
  GuardedSplitLedger ledger() {
    return ledger;
  }

  /** Whether the application is to be told to register and state its asks again, as by stock. */
  synchronized boolean isOutOfSync(AllocateRequest request) {
    // One that repeats a call has not had the answer, which registering would lose.
    return ledger.isRestatingDue()
        && (last == null || request.getResponseId() == last.getResponseId());
  }

  /**
   * The application registered, and is about to see which containers it has of earlier attempts.
   *
   * @param owners the sub-cluster of each container of the application
   */
  synchronized void registered(
      RegisterApplicationMasterResponse response, Map<ContainerId, SubClusterId> owners) {
    ledger.registered();
    granted.handOutEarlier(response, owners, home);
  }

  void answered(SubClusterId from, AllocateResponse response) {
    heard.add(from);
    hook.answers().answered(from);
    granted.answered(from);
    ledger.answered(from, response);
  }

  /**
   * Looks at a call before it is sent on.
   *
   * @return null if it may pass, else what to tell the application
   */
  synchronized String before(AllocateRequest request, long nowMs) {
    hook.answers().called(heard);
    Decision<Boolean> admitted =
        hook.guard().callInline("federation.limits", () -> admit(request, nowMs), () -> null);
    if (admitted != null && !admitted.value()) {
      hook.refused(application, admitted);
      if (hook.mode().acts()) {
        return admitted.reason().text() + " " + admitted;
      }
    }
    ledger.forgetMisleading();
    if (hook.mode().acts()) {
      hook.guard().runInline("federation.before", () -> prepare(request), ledger::giveUp);
    }
    return null;
  }

  private Decision<Boolean> admit(AllocateRequest request, long nowMs) {
    return gate.admit(
        AllocateCallMeter.lines(request),
        AllocateCallMeter.containers(request),
        hook.limits(),
        nowMs);
  }

  /** Sees to it that our policy is asked, and gives back what nobody wants. */
  private void prepare(AllocateRequest request) {
    // Another one would act on a call in which the application asks nothing.
    boolean isOurs = policy != null;
    if (isOurs && (ledger.acts() || ledger.isRestating())) {
      List<ResourceRequest> asks = new ArrayList<>();
      if (request.getAskList() != null) {
        asks.addAll(request.getAskList());
      }
      if (asks.isEmpty()) {
        asks.add(FederatedRequestCodec.nudge());
        request.setAskList(asks);
      }
    }
    granted.giveBackIn(request);
  }

  /** A call failed, so that nobody knows what of it was sent on. */
  void failed() {
    ledger.failed();
  }

  /**
   * Counts what was granted, keeps from the application what nobody asked for, and notes which
   * containers it is about to see.
   *
   * @param owners the sub-cluster of each container of the application
   */
  synchronized void after(
      AllocateResponse response,
      Map<ContainerId, SubClusterId> owners,
      SubClusterResolver resolver,
      long nowMs) {
    if (response == last) {
      return; // the application repeated its call, and nothing was sent on
    }
    last = response;
    ledger.succeeded();
    granted.gaveBack();
    granted.judge(response, owners, resolver, nowMs);
    granted.hideEnds(response);
    granted.handOut(response, owners);
    hook.guard().runInline("federation.count", this::count, () -> {});
  }

  private void count() {
    Map<String, Long> now = book.counts();
    hook.counts().add(application, counted, now, book::waiting);
    counted = now;
  }
}
