// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.container.LiveContainerTracker;
import org.yarnext.mercury.policy.container.OpportunisticQuota;
import org.yarnext.mercury.policy.container.TaskLossTracker;
import org.yarnext.mercury.policy.estimate.RecurringJobKey;
import org.yarnext.mercury.policy.requests.HybridLedger;
import org.yarnext.mercury.policy.requests.HybridLedgerCodec;
import org.yarnext.mercury.policy.requests.HybridPolicy;
import org.yarnext.mercury.policy.requests.HybridPolicyRegistry;
import org.yarnext.mercury.policy.requests.HybridSplit;
import org.yarnext.mercury.policy.requests.RequestSplitter;

/**
 * State of one application attempt between its master and YARN's schedulers: its outstanding
 * requests, its containers, its quota and its run times (Mercury sections 4 to 6). The hooks in the
 * ResourceManager or the AMRMProxy update it with each call.
 *
 * <p>Thread-safe; the calls of one application come one after the other. Read-only methods may be
 * called on any thread.
 */
public final class ApplicationAttemptRecord {
  private final ApplicationPolicyRegistry policies;
  private final Collection<String> tags;
  private final AttemptRunTimeTracker runTimes;
  private final boolean countsLosses;
  private String queue;
  private ApplicationPolicyRegistry.QueueRules rules;
  private Decision<HybridPolicy> choice;
  private OpportunisticQuota quota;
  private HybridSplit rule;

  /** The reason why opportunistic containers are held back; null if none are. */
  private DecisionReason boundReason;

  /** See {@link #trackOwnOnly}. */
  private boolean tracksOwnOnly;

  private final AttemptSplitLimits limits;
  private RequestSplitter splitter;
  private TaskLossTracker<ContainerId> losses;
  private HybridLedger ledger = new HybridLedger();
  private LiveContainerTracker<ContainerId> live = new LiveContainerTracker<>();
  private final RequestTextCache texts = new RequestTextCache();

  /** Creates a record; tags are empty if unknown. */
  ApplicationAttemptRecord(
      ApplicationPolicyRegistry policies, Collection<String> tags, String queue) {
    this.policies = policies;
    this.tags = tags;
    this.runTimes = new AttemptRunTimeTracker(policies, RecurringJobKey.find(tags));
    this.losses = new TaskLossTracker<>(policies.guaranteedAfterLosses());
    this.countsLosses = HybridPolicyRegistry.isPolicyForGuaranteedType(tags);
    this.limits = new AttemptSplitLimits(policies);
    enter(queue);
  }

  private void enter(String newQueue) {
    queue = newQueue;
    rules = policies.rules();
    choice = policies.policy(tags, queue);
    quota = policies.quota(queue);
    rule = new HybridSplit(policy(), runTimes::known, () -> runTimes.trusted().value());
    setLosses(losses);
  }

  /**
   * Records the application's queue.
   *
   * @return true if the queue or the rules of queues have changed: the current policy and quota of
   *     the queue apply, and waiting requests are divided again
   */
  synchronized boolean moved(String newQueue) {
    if (newQueue.equals(queue) && policies.rules() == rules) {
      return false;
    }
    HybridPolicy before = policy();
    boolean followedBefore = rules.followed();
    enter(newQueue);
    if (!policy().equals(before) || rules.followed() != followedBefore) {
      ledger.redivide();
    }
    return true;
  }

  private void setLosses(TaskLossTracker<ContainerId> known) {
    losses = known;
    splitter =
        new RequestSplitter(
            rule,
            limits.list(policy(), known, () -> live.guaranteed() + ledger.guaranteed()),
            rules.followed());
  }

  public synchronized HybridPolicy policy() {
    return choice.value();
  }

  /** Returns the policy and the reason for choosing it. */
  synchronized Decision<HybridPolicy> choice() {
    return choice;
  }

  /** Sets the label and the size of {@link AttemptSplitLimits#set}. */
  synchronized void limits(String defaultLabel, ResourceVector maxSize) {
    limits.set(defaultLabel, maxSize);
  }

  /** Sets the node labels that the scheduler accepts from the queue; null if unknown. */
  public synchronized void accept(Set<String> labels) {
    limits.accept(labels);
  }

  /** Divides the outstanding requests; must be called once in each call, after it has begun. */
  synchronized DividedRequests divide(RequestCodec codec) {
    moved(queue);
    limits.begin(policy(), ledger);
    long before = losses.insured();
    losses.begin();
    Map<String, List<RequestEntry>> sent = ledger.divide(splitter, this::room);
    List<RequestEntry> none = Collections.emptyList();
    List<ResourceRequest> guaranteed = new ArrayList<>();
    for (RequestEntry entry : sent.getOrDefault(HybridLedger.GUARANTEED, none)) {
      guaranteed.add(codec.write(entry));
    }
    List<ResourceRequest> opportunistic = new ArrayList<>();
    for (RequestEntry entry : sent.getOrDefault(HybridLedger.OPPORTUNISTIC, none)) {
      opportunistic.add(codec.opportunistic(entry, limits.defaultLabel()));
    }
    return new DividedRequests(guaranteed, opportunistic, decisions(), losses.insured() - before);
  }

  /** Returns the decisions of this call; what holds back is news once until it holds nothing. */
  private List<Decision<Integer>> decisions() {
    Decision<Integer> bound = ledger.held() == 0 ? null : limits.bound(quota.room(live));
    DecisionReason before = boundReason;
    boundReason = bound == null ? null : bound.reason();
    if (bound == null || bound.reason() == before) {
      return ledger.decisions();
    }
    List<Decision<Integer>> decisions = new ArrayList<>(ledger.decisions());
    decisions.add(bound.with("queue", queue).with("waiting", ledger.held()));
    return decisions;
  }

  /** Returns how many more opportunistic containers the quota allows now. */
  public synchronized int room() {
    return quota.room(live).value();
  }

  /** Returns the expected run time of a priority's containers, in ms; null if unknown. */
  public synchronized Long expectedMs(int priority) {
    return runTimes.expectedMs(priority);
  }

  /**
   * Returns whether the application's framework counts a container that was shed or stopped as a
   * failure, although it did not request it as an opportunistic one: its type gets guaranteed
   * containers unless a tag names a policy, and a tag does.
   */
  boolean countsLosses() {
    return countsLosses;
  }

  /**
   * Returns the allocation tags that tell a container's node what its queue permits; empty unless
   * queues differ.
   */
  public synchronized Set<String> queueTags() {
    return policies.queueTags(queue);
  }

  /** Records the response to a call; {@code isRead} if schedulers have certainly read the call. */
  synchronized void answered(AllocateResponse response, boolean isRead) {
    if (isRead) {
      ledger.commit();
    }
    granted(response.getAllocatedContainers());
    grantedElsewhere(response.getContainersFromPreviousAttempts());
    response.getUpdatedContainers().forEach(update -> updated(update.getContainer()));
    completed(response.getCompletedContainersStatuses());
    live.answered();
  }

  /** Records containers granted for requests of {@link #divide}. */
  synchronized void granted(Collection<Container> containers) {
    boolean isAnyGuaranteed = false;
    for (Container c : containers) {
      boolean asOpportunistic = opportunistic(c);
      int priority = c.getPriority().getPriority();
      if (live.granted(c.getId(), priority, asOpportunistic) == LiveContainerTracker.Seen.NEW) {
        isAnyGuaranteed |= !asOpportunistic;
        if (asOpportunistic || !tracksOwnOnly) {
          grant(ledger, c, policies.rack(c.getNodeId()));
        }
        losses.granted(c.getId(), priority, asOpportunistic);
      }
    }
    if (isAnyGuaranteed) {
      limits.granted();
    }
  }

  static void grant(HybridLedger ledger, Container c, String rack) {
    ledger.granted(RequestCodec.key(c), opportunistic(c), c.getNodeId().getHost(), rack);
  }

  /** Records containers requested elsewhere; they count for the quota only. */
  synchronized void grantedElsewhere(Collection<Container> containers) {
    for (Container c : containers) {
      live.granted(c.getId(), c.getPriority().getPriority(), opportunistic(c));
    }
  }

  /** Removes containers granted elsewhere that a failed call did not deliver. */
  synchronized void undelivered(Collection<Container> containers) {
    containers.forEach(c -> live.undelivered(c.getId()));
  }

  synchronized void completed(Collection<ContainerStatus> statuses) {
    for (ContainerStatus s : statuses) {
      ContainerId id = s.getContainerId();
      LiveContainerTracker.Kind before = live.ended(id);
      Integer priority = before == null ? null : before.priority();
      boolean isLost =
          s.getExitStatus() == ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER
              || s.getExitStatus() == ContainerExitStatus.PREEMPTED;
      if (priority != null && isLost && before.isOpportunistic()) {
        losses.lost(id, priority);
      } else {
        losses.ended(id);
      }
      runTimes.ended(priority, s);
    }
  }

  /** Learns from a container whose node reported its end; returns whether it was live. */
  synchronized boolean reported(ContainerStatus status) {
    Integer priority = live.priority(status.getContainerId());
    runTimes.reported(priority, status);
    return priority != null;
  }

  /** Returns whether the ends of live containers matter to later runs of its job. */
  synchronized boolean awaitsReports() {
    return runTimes.awaits(live.guaranteed() + live.opportunistic());
  }

  /** Records that the master released the containers. */
  synchronized void released(Collection<ContainerId> ids) {
    live.released(ids);
    ids.forEach(losses::ended);
  }

  /** Updates the execution type of a container. */
  synchronized void updated(Container c) {
    if (opportunistic(c)) {
      live.demoted(c.getId());
    } else {
      live.promoted(c.getId());
    }
  }

  /** Records a registration of the master, which keeps these containers of earlier attempts. */
  synchronized void registered(Collection<Container> previous) {
    ledger.restart();
    previous.forEach(this::updated);
    trackOwnOnly();
  }

  /**
   * Tracks only the application's own opportunistic requests if others cannot be divided now and
   * can be read from the scheduler later. Returns whether it does.
   */
  synchronized boolean trackOwnOnly() {
    tracksOwnOnly =
        policies.isAtScheduler()
            && policy().equals(HybridPolicy.ONLY_GUARANTEED)
            && !ledger.hasGuaranteed();
    return tracksOwnOnly;
  }

  /** Returns whether only the application's own opportunistic requests are tracked. */
  synchronized boolean tracksOwnOnly() {
    return tracksOwnOnly;
  }

  /** Returns the requests that are tracked; others pass unchanged, for stock to refuse some. */
  synchronized Predicate<ResourceRequest> tracked() {
    return tracksOwnOnly ? RequestCodec::isOwn : RequestCodec.acceptable(limits.labels(queue));
  }

  /** Starts tracking, between two calls, guaranteed requests that were not tracked before. */
  synchronized void adopt(RequestCodec codec, List<ResourceRequest> outstanding) {
    codec.adopt(ledger, outstanding);
    if (!policy().equals(HybridPolicy.ONLY_GUARANTEED)) {
      ledger.redivide();
    }
  }

  /** Records that the call was refused and undoes its requests. */
  synchronized void refused() {
    ledger.reject();
    losses.refused();
  }

  /** Returns the outstanding requests, with which each call begins and ends. */
  synchronized HybridLedger requests() {
    return ledger;
  }

  /** Returns the master's own opportunistic requests outstanding, as it stated them. */
  public synchronized List<ResourceRequest> ownOpportunistic() {
    return RequestCodec.split(
        RequestCodec.copies(ledger.stated()), RequestCodec::isOpportunistic, new ArrayList<>());
  }

  /** Forgets requests, to apply the quota to the master's own opportunistic ones from now on. */
  synchronized void keepQuotaOnly() {
    ledger = new HybridLedger();
  }

  static boolean opportunistic(Container c) {
    return c.getExecutionType() == ExecutionType.OPPORTUNISTIC;
  }

  /** Returns the ledger's counts by name, see {@link HybridLedger#counts}. */
  public synchronized Map<String, Long> ledger() {
    return ledger.counts();
  }

  /** Returns the number of opportunistic containers that have not ended. */
  public synchronized int opportunisticAlive() {
    return live.opportunistic();
  }

  synchronized Map<String, Object> snapshot() {
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("tags", new ArrayList<>(tags));
    s.put("queue", queue);
    limits.saveTo(s);
    s.put("ledger", ledger.snapshot(texts.forSnapshot()));
    s.put("live", live.snapshot(ContainerId::toString));
    Map<String, Object> times = runTimes.snapshot();
    times.put("running", live.priorities(ContainerId::toString));
    s.put("runTimes", times);
    s.put("rule", rule.snapshot());
    s.put("losses", losses.snapshot(ContainerId::toString));
    return s;
  }

  /** Restores a record from a snapshot. */
  @SuppressWarnings("unchecked")
  static ApplicationAttemptRecord restore(ApplicationPolicyRegistry policies, Map<String, ?> s) {
    ApplicationAttemptRecord restored =
        new ApplicationAttemptRecord(
            policies, (Collection<String>) s.get("tags"), (String) s.get("queue"));
    restored.ledger =
        HybridLedgerCodec.restore((Map<String, ?>) s.get("ledger"), RequestCodec::entry);
    restored.limits.restore(s);
    Map<String, ?> times = (Map<String, ?>) s.get("runTimes");
    restored.live =
        LiveContainerTracker.restore(
            (Map<String, ?>) s.get("live"),
            (Map<String, ?>) times.get("running"),
            ContainerId::fromString);
    restored.runTimes.restore(times);
    restored.rule.restore((Map<String, ?>) s.get("rule"));
    restored.setLosses(
        TaskLossTracker.restore(
            policies.guaranteedAfterLosses(),
            (Map<String, ?>) s.get("losses"),
            ContainerId::fromString));
    return restored;
  }
}
