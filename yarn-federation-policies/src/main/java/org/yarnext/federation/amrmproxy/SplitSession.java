// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
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
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.amrmproxy.ledger.FederatedRequestCodec;
import org.yarnext.federation.amrmproxy.ledger.SplitLedgerAdapter;
import org.yarnext.federation.amrmproxy.ledger.SplitStateStore;
import org.yarnext.federation.policy.split.AllocateCallThrottle;
import org.yarnext.federation.policy.split.SplitSettings;

/**
 * Divides the requests of one application attempt in its AMRMProxy: it takes over published
 * policies, refuses calls beyond the limits, and keeps the ledger before and after each allocate
 * call. YARN makes the {@link SplitPolicy} without telling it the application, so the interceptor
 * passes the session in a thread-local variable while YARN registers. Thread-safe.
 */
final class SplitSession {
  private static final ThreadLocal<SplitSession> CURRENT = new ThreadLocal<>();

  private final SplitHook hook;
  private final String application;

  /** The mode with which the application began. */
  private final FeatureMode mode;

  private final SplitLedgerAdapter adapter;
  private final GuardedSplitLedger ledger;
  private final GrantedContainerTracker granted;
  private final AllocateCallThrottle throttle = new AllocateCallThrottle();

  /** Sub-clusters that have responded to the application. */
  private final Set<SubClusterId> responders = ConcurrentHashMap.newKeySet();

  /** Response to the latest successful call. */
  private AllocateResponse last;

  /** The ledger's counts that the metrics include already. */
  private Map<String, Long> counted = Collections.emptyMap();

  /** Null until the policy is known. */
  private SubClusterId home;

  /** Null until the policy is known. */
  private QueuePolicyReloader.PolicyWatch policy;

  private SubClusterPolicyConfiguration taken;

  /**
   * @param mode the mode with which the application begins; not off
   */
  SplitSession(SplitHook hook, String application, FeatureMode mode) {
    this.hook = hook;
    this.application = application;
    this.mode = mode;
    adapter = new SplitLedgerAdapter(hook.rules(), hook.racks()::of);
    ledger = new GuardedSplitLedger(hook, application, mode, adapter, this);
    granted = new GrantedContainerTracker(hook, adapter, ledger);
  }

  /**
   * Sets where the state is stored: requests before sub-clusters receive them, and deliveries
   * before the application receives the containers.
   */
  void storeIn(SplitStateStore ledgers, SplitStateStore delivered) {
    ledger.storeIn(ledgers, delivered);
    granted.storeIn(delivered);
  }

  /**
   * Restores the state stored before a restart, or falls back to stock if there is none. Does
   * nothing for an application that had not registered.
   */
  void recover(boolean hadRegistered, byte[] image, byte[] delivered, long nowMs) {
    if (!hadRegistered) {
      return;
    }
    granted.restarted();
    if (image == null || image.length == 0 || !mode.acts()) {
      ledger.giveUp();
      return;
    }
    hook.guard()
        .runInline(
            "federation.recover",
            () -> {
              adapter.restore(image, nowMs);
              granted.restore(delivered);
              hook.counts().recovered();
            },
            ledger::giveUp);
  }

  /**
   * Marks the undelivered containers for release, unless a later response still names them.
   *
   * @param known returns all containers that ResourceManagers report for the application, by
   *     sub-cluster
   */
  synchronized void releaseUndelivered(
      Supplier<Map<ContainerId, SubClusterId>> known, ApplicationAttemptId attempt) {
    granted.releaseUndelivered(known, home, attempt);
  }

  /**
   * Makes this session visible to the policy that YARN makes on this thread, until {@link
   * #clearCurrent}.
   */
  void setCurrent() {
    CURRENT.set(this);
  }

  /** Ends the visibility of the session on this thread. */
  static void clearCurrent() {
    CURRENT.remove();
  }

  /** Returns the session made visible on this thread, or null if there is none. */
  static SplitSession current() {
    return CURRENT.get();
  }

  /** Starts with the given policy, and watches its queue for published ones. */
  synchronized void start(
      FederationStateStore store, SubClusterPolicyConfiguration known, SubClusterId homeId) {
    taken = known;
    home = homeId;
    policy = hook.policies().watch(store, known, homeId.getId());
    try {
      adapter.setSettings(hook.rules(known));
    } catch (RuntimeException | LinkageError e) {
      hook.counts().refusedParameters(application, known, e);
    }
    ledger.save();
    granted.save();
  }

  /**
   * Returns the split settings of a policy.
   *
   * @throws IllegalArgumentException if a parameter is out of bounds
   */
  SplitSettings rules(SubClusterPolicyConfiguration of) {
    return hook.rules(of);
  }

  /** Applies other split settings, also to outstanding requests. */
  void setSettings(SplitSettings rules) {
    adapter.setSettings(rules);
  }

  /**
   * Takes over the policy published for the queue since the last one, if there is one. A policy
   * that the taker refuses is not offered again.
   */
  void takePublished(PolicyConsumer taker) {
    SubClusterPolicyConfiguration latest = published();
    if (latest != null && mode.acts() && hook.mode().acts()) {
      try {
        taker.take(latest);
        hook.counts().tookPolicy(policy.isStaged(latest));
      } catch (YarnException | RuntimeException | LinkageError | StackOverflowError e) {
        hook.counts().refusedPolicy(application, latest, e); // an operator's mistake, not a failure
      }
    }
  }

  /** Returns a published policy that was not offered yet, or null if there is none. */
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

  /** Takes over a policy. */
  interface PolicyConsumer {
    /**
     * Takes over a policy.
     *
     * @throws YarnException if it is invalid; then the current one stays
     */
    void take(SubClusterPolicyConfiguration next) throws YarnException;
  }

  /** Returns the active sub-clusters as last read; null before the first read. */
  Set<SubClusterId> activeSubClusters() {
    return hook.subClusters().active();
  }

  /** Returns the ledger, which is thread-safe itself. */
  GuardedSplitLedger ledger() {
    return ledger;
  }

  /**
   * Returns whether the application is to register and state its requests again, as stock demands
   * after a restart.
   */
  synchronized boolean isOutOfSync(AllocateRequest request) {
    if (hook.mode().compareTo(mode) < 0) {
      ledger.giveUp(); // the mode was lowered; does nothing the next time
    }
    // A repeated call lacks its response, which would be lost if the application registered now.
    return ledger.isRestatingDue()
        && (last == null || request.getResponseId() == last.getResponseId());
  }

  /**
   * Records that the application registered, and which containers of earlier attempts it receives.
   *
   * @param owners the sub-cluster of each container of the application
   */
  synchronized void registered(
      RegisterApplicationMasterResponse response, Map<ContainerId, SubClusterId> owners) {
    ledger.registered();
    granted.recordEarlierContainers(response, owners, home);
  }

  /** Records a response of a sub-cluster. Called on the thread of the sub-cluster's client. */
  void answered(SubClusterId from, AllocateResponse response) {
    responders.add(from);
    hook.answers().answered(from);
    granted.answered(from);
    ledger.answered(from, response);
  }

  /**
   * Checks and prepares a call before it is sent on.
   *
   * @return null if the call may pass, else the error message for the application
   */
  synchronized String before(AllocateRequest request, long nowMs) {
    hook.answers().called(responders);
    FeatureMode now = hook.mode();
    Decision<Boolean> admitted =
        now.decides()
            ? hook.guard().callInline("federation.limits", () -> admit(request, nowMs), () -> null)
            : null;
    if (admitted != null && !admitted.value()) {
      hook.counts().refused(application, admitted);
      if (now.acts() && mode.acts()) {
        return admitted.reason().text() + " " + admitted;
      }
    }
    ledger.eraseIfDue();
    if (mode.acts()) { // also after a fall-back, until all requests are stated again
      hook.guard().runInline("federation.before", () -> prepare(request), ledger::giveUp);
    }
    return null;
  }

  private Decision<Boolean> admit(AllocateRequest request, long nowMs) {
    return throttle.admit(
        AllocateCallMeter.lines(request),
        AllocateCallMeter.containers(request),
        hook.limits(),
        nowMs);
  }

  /** Makes stock ask our policy, and adds the containers to release. */
  private void prepare(AllocateRequest request) {
    // A policy of another class would act on the request added for ours.
    boolean isOurs = policy != null;
    if (isOurs && (ledger.acts() || ledger.isRestating())) {
      List<ResourceRequest> requests = new ArrayList<>();
      if (request.getAskList() != null) {
        requests.addAll(request.getAskList());
      }
      if (requests.isEmpty()) {
        requests.add(FederatedRequestCodec.nudge());
        request.setAskList(requests);
      }
    }
    granted.addReleases(request);
  }

  /** Records that a call failed, so that it is unknown which of its requests were sent. */
  void failed() {
    ledger.failed();
  }

  /**
   * Processes a response: counts granted containers, withholds those that nobody requested, and
   * records those that the application is about to receive.
   *
   * @param owners the sub-cluster of each container of the application
   */
  synchronized void after(
      AllocateResponse response,
      Map<ContainerId, SubClusterId> owners,
      SubClusterResolver resolver,
      long nowMs) {
    if (response == last) {
      return; // a repeated call; nothing was sent on
    }
    last = response;
    ledger.succeeded();
    granted.releasesSent();
    granted.filterGranted(response, owners, resolver, nowMs);
    granted.hideCompletions(response);
    granted.recordDelivery(response, owners);
    hook.guard().runInline("federation.count", this::count, () -> {});
  }

  private void count() {
    Map<String, Long> now = adapter.counts();
    hook.counts().add(application, counted, now, adapter::waiting);
    counted = now;
  }
}
