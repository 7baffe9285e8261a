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
package org.yarnext.mercury.application;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.requests.HybridLedger;
import org.yarnext.mercury.policy.requests.HybridLedgerCodec;
import org.yarnext.mercury.policy.requests.HybridPolicy;
import org.yarnext.mercury.policy.requests.HybridSplit;
import org.yarnext.mercury.policy.requests.LiveContainerTracker;
import org.yarnext.mercury.policy.requests.OpportunisticQuota;
import org.yarnext.mercury.policy.requests.RequestKeys;
import org.yarnext.mercury.policy.requests.RequestSplitter;
import org.yarnext.mercury.policy.requests.SplitLimits;
import org.yarnext.mercury.policy.requests.TaskLossTracker;

/**
 * State of one application attempt between its master and YARN's schedulers: its outstanding
 * requests, its containers, its quota and its run times (Mercury sections 4 to 6). The hooks in the
 * ResourceManager or the AMRMProxy update it with each call.
 *
 * <p>Thread-safe; the calls of one application come one after the other. Read-only methods may be
 * called on any thread.
 */
public final class ApplicationAttemptRecord {
  /** Shed, or stopped for others; not what nodes and applications do to containers. */
  private static final Set<Integer> LOST =
      new HashSet<>(
          Arrays.asList(
              ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER, ContainerExitStatus.PREEMPTED));

  private final ApplicationPolicyRegistry policies;
  private final Collection<String> tags;
  private final AttemptRunTimeTracker runTimes;
  private String queue;
  private Object rules;
  private Decision<HybridPolicy> choice;
  private OpportunisticQuota quota;
  private HybridSplit rule;

  /** What stock makes of a guaranteed ask without a node label; null if nobody told. */
  private String defaultLabel = "";

  /** What an opportunistic container may have; null if nobody told. */
  private ResourceVector most;

  private RequestSplitter splitter;
  private TaskLossTracker losses;
  private HybridLedger ledger = new HybridLedger();
  private LiveContainerTracker live = new LiveContainerTracker();

  /**
   * @param tags the application's, or none where they are not known
   * @param queue the application's
   */
  ApplicationAttemptRecord(
      ApplicationPolicyRegistry policies, Collection<String> tags, String queue) {
    this.policies = policies;
    this.tags = tags;
    this.runTimes = new AttemptRunTimeTracker(policies.tolerance(), policies.typical());
    this.losses = new TaskLossTracker(policies.guaranteedAfterLosses());
    enter(queue);
  }

  private void enter(String newQueue) {
    queue = newQueue;
    rules = policies.rules();
    choice = policies.policy(tags, queue);
    quota = policies.quota(queue);
    rule = new HybridSplit(policy(), runTimes::expectedMs, () -> runTimes.trusted().value());
    setLosses(losses);
  }

  /**
   * The application is in a queue.
   *
   * @return true if it was in another one, or the rules of queues were others: the policy and quota
   *     of the queue as it is now hold, and what waits is divided anew
   */
  synchronized boolean moved(String newQueue) {
    if (newQueue.equals(queue) && policies.rules() == rules) {
      return false;
    }
    HybridPolicy before = policy();
    enter(newQueue);
    if (!policy().equals(before)) {
      ledger.redivide();
    }
    return true;
  }

  private void setLosses(TaskLossTracker known) {
    losses = known;
    splitter =
        new RequestSplitter(
            rule,
            Arrays.asList(
                SplitLimits.defaultLabel(() -> defaultLabel != null),
                SplitLimits.memoryAndCores(
                    key -> ResourceCodec.hasOthers(ResourceCodec.resource(RequestKeys.size(key)))),
                SplitLimits.nodeSize(this::fits),
                SplitLimits.losses(known)),
            policies.followed());
  }

  /** What to send on in place of an application's asks; absolute, and only what changes. */
  static final class Divided {
    final List<ResourceRequest> guaranteed;
    final List<ResourceRequest> opportunistic;

    /** Why the shares are what they are. */
    final List<Decision<Integer>> decisions;

    /** How many of the guaranteed ones are so because their tasks have lost containers. */
    final long guaranteedAfterLosses;

    Divided(
        List<ResourceRequest> guaranteed,
        List<ResourceRequest> opportunistic,
        List<Decision<Integer>> decisions,
        long guaranteedAfterLosses) {
      this.guaranteed = guaranteed;
      this.opportunistic = opportunistic;
      this.decisions = decisions;
      this.guaranteedAfterLosses = guaranteedAfterLosses;
    }
  }

  public synchronized HybridPolicy policy() {
    return choice.value();
  }

  /** The policy, and why it is this one. */
  synchronized Decision<HybridPolicy> choice() {
    return choice;
  }

  /** Sets the node label that stock gives a guaranteed request without one; null if unknown. */
  synchronized void defaultLabel(String label) {
    defaultLabel = label;
  }

  /**
   * @param value what an opportunistic container may have at most; null if that is not known
   */
  synchronized void most(ResourceVector value) {
    most = value;
  }

  private boolean fits(RequestKey key) {
    ResourceVector size = ResourceCodec.vector(ResourceCodec.resource(RequestKeys.size(key)));
    return (most == null || size.fitsIn(most)) && policies.nodesHaveRoomFor(size);
  }

  /**
   * Divides what is outstanding; to be called at each of the master's calls, once {@link #requests}
   * has begun it.
   */
  synchronized Divided divide(RequestCodec codec) {
    long before = losses.insured();
    losses.begin();
    Map<String, List<RequestEntry>> sent = ledger.divide(splitter, this::room);
    List<ResourceRequest> guaranteed = new ArrayList<>();
    sent.getOrDefault(HybridLedger.GUARANTEED, Collections.emptyList())
        .forEach(entry -> guaranteed.add(codec.write(entry)));
    List<ResourceRequest> opportunistic = new ArrayList<>();
    sent.getOrDefault(HybridLedger.OPPORTUNISTIC, Collections.emptyList())
        .forEach(entry -> opportunistic.add(RequestCodec.opportunistic(entry, defaultLabel)));
    return new Divided(guaranteed, opportunistic, ledger.decisions(), losses.insured() - before);
  }

  /** How many more opportunistic containers the quota allows now. */
  public synchronized int room() {
    return quota.room(live).value();
  }

  /** How long a container of a priority is expected to run, in ms; null if nothing is known. */
  public synchronized Long expectedMs(int priority) {
    return runTimes.expectedMs(priority);
  }

  /** Whether the application's queue accepts declared run times where other queues do not. */
  public synchronized boolean acceptsClaims() {
    return policies.acceptsClaims(queue);
  }

  /** The schedulers granted containers that {@link #divide} asked for. */
  synchronized void granted(Collection<Container> containers) {
    for (Container c : containers) {
      String id = c.getId().toString();
      if (note(id, c) == LiveContainerTracker.Seen.NEW) {
        grant(ledger, c);
        losses.granted(id, c.getPriority().getPriority(), opportunistic(c));
      }
    }
  }

  static void grant(HybridLedger ledger, Container c) {
    ledger.granted(RequestCodec.key(c), opportunistic(c), c.getNodeId().getHost());
  }

  /** Containers that were asked for elsewhere; they count for the quota only. */
  synchronized void grantedElsewhere(Collection<Container> containers) {
    containers.forEach(c -> note(c.getId().toString(), c));
  }

  /** Of those granted elsewhere the master was never told, since the call failed. */
  synchronized void untold(Collection<Container> containers) {
    for (Container c : containers) {
      live.untold(c.getId().toString());
      runTimes.ended(c.getId().toString(), false, "");
    }
  }

  private LiveContainerTracker.Seen note(String id, Container c) {
    LiveContainerTracker.Seen seen = live.granted(id, opportunistic(c));
    if (seen == LiveContainerTracker.Seen.NEW) {
      runTimes.granted(id, c.getPriority().getPriority());
    }
    return seen;
  }

  synchronized void completed(Collection<ContainerStatus> statuses) {
    for (ContainerStatus s : statuses) {
      String id = s.getContainerId().toString();
      Integer priority = runTimes.priority(id);
      if (priority != null && live.isOpportunistic(id) && LOST.contains(s.getExitStatus())) {
        losses.lost(id, priority);
      } else {
        losses.ended(id);
      }
      live.ended(id);
      runTimes.ended(id, s.getExitStatus() == ContainerExitStatus.SUCCESS, s.getDiagnostics());
    }
  }

  /** All of an answer was told. */
  synchronized void answered() {
    live.answered();
  }

  /** The master gave them back. */
  synchronized void released(Collection<ContainerId> ids) {
    for (ContainerId id : ids) {
      live.ended(id.toString());
      losses.ended(id.toString());
    }
  }

  /** Their execution type may have changed. */
  synchronized void updated(Collection<Container> containers) {
    for (Container c : containers) {
      if (opportunistic(c)) {
        live.demoted(c.getId().toString());
      } else {
        live.promoted(c.getId().toString());
      }
    }
  }

  /**
   * The master registered, for the first time or again.
   *
   * @param previous containers of earlier attempts that it goes on with
   */
  synchronized void registered(Collection<Container> previous) {
    ledger.restart();
    List<String> guaranteed = new ArrayList<>();
    List<String> opportunistic = new ArrayList<>();
    for (Container c : previous) {
      (opportunistic(c) ? opportunistic : guaranteed).add(c.getId().toString());
    }
    guaranteed.forEach(live::promoted);
    opportunistic.forEach(live::demoted);
  }

  /** Goes on, between two calls, with an application that was not tracked so far. */
  synchronized void adopt(
      RequestCodec codec, Collection<Container> running, List<ResourceRequest> outstanding) {
    grantedElsewhere(running);
    codec.adopt(ledger, outstanding);
    if (!policy().equals(HybridPolicy.ONLY_GUARANTEED)) {
      ledger.redivide();
    }
  }

  /** The call was refused: what the master requested in it is taken back. */
  synchronized void refused() {
    ledger.reject();
    losses.refused();
  }

  /** What is outstanding; a call of the master begins and ends with it. */
  synchronized HybridLedger requests() {
    return ledger;
  }

  /**
   * From now on {@link #divide} is given only what the master asks as opportunistic itself, to be
   * held to the quota. Nothing of what was asked so far is remembered, only what lives.
   */
  synchronized void quotaAlone() {
    ledger = new HybridLedger();
  }

  /**
   * What is outstanding by a snapshot that {@link #restore} may not understand, as far as it can be
   * read.
   *
   * @param unreadable told why something is left out
   */
  @SuppressWarnings("unchecked")
  public static List<RequestEntry> outstanding(
      Map<String, ?> snapshot, Consumer<RuntimeException> unreadable) {
    Object kept = snapshot.get("ledger");
    if (!(kept instanceof Map)) {
      unreadable.accept(new IllegalArgumentException("A snapshot without a ledger: " + kept));
      return new ArrayList<>();
    }
    return HybridLedgerCodec.stated((Map<String, ?>) kept, RequestCodec::entry, unreadable);
  }

  static boolean opportunistic(Container c) {
    return c.getExecutionType() == ExecutionType.OPPORTUNISTIC;
  }

  /** The ledger by name, see {@link HybridLedger#counts}. */
  public synchronized Map<String, Long> ledger() {
    return ledger.counts();
  }

  /** Opportunistic containers that have not ended. */
  public synchronized int opportunisticAlive() {
    return live.opportunistic();
  }

  synchronized Map<String, Object> snapshot() {
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("tags", new ArrayList<>(tags));
    s.put("queue", queue);
    s.put("defaultLabel", defaultLabel);
    // Under the name that it had first, so that what is stored is read before and after an upgrade.
    s.put("leastNode", most == null ? null : ResourceCodec.text(most));
    s.put("ledger", ledger.snapshot(RequestCodec::text));
    s.put("live", live.snapshot());
    s.put("runTimes", runTimes.snapshot());
    s.put("rule", rule.snapshot());
    s.put("losses", losses.snapshot());
    return s;
  }

  /** A record that goes on where another one stopped. */
  @SuppressWarnings("unchecked")
  static ApplicationAttemptRecord restore(ApplicationPolicyRegistry policies, Map<String, ?> s) {
    ApplicationAttemptRecord restored =
        new ApplicationAttemptRecord(
            policies, (Collection<String>) s.get("tags"), (String) s.get("queue"));
    restored.ledger =
        HybridLedgerCodec.restore((Map<String, ?>) s.get("ledger"), RequestCodec::entry);
    restored.defaultLabel = (String) s.get("defaultLabel");
    // Not in what earlier versions stored.
    String most = (String) s.get("leastNode");
    restored.most = most == null ? null : ResourceCodec.vector(most);
    restored.live = LiveContainerTracker.restore((Map<String, ?>) s.get("live"));
    restored.runTimes.restore((Map<String, ?>) s.get("runTimes"));
    restored.rule.restore((Map<String, ?>) s.get("rule"));
    restored.setLosses(
        TaskLossTracker.restore(
            policies.guaranteedAfterLosses(), (Map<String, ?>) s.get("losses")));
    return restored;
  }
}
