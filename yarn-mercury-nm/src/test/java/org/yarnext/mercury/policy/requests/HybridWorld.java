// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.container.LiveContainerTracker;
import org.yarnext.mercury.policy.container.OpportunisticQuota;
import org.yarnext.mercury.policy.container.TaskLossTracker;

/**
 * A random application, its ledger and two schedulers, as a hook between them would join them.
 * Every call of the application goes through {@link #heartbeat}; {@link HybridRules} watches.
 */
final class HybridWorld {
  private static final ObjectMapper JSON = new ObjectMapper();

  final Random random;
  final boolean late;
  final OpportunisticQuota quota;
  final int percent;
  final ModelMaster master;
  final ModelGuaranteed guaranteed = new ModelGuaranteed();
  final StockOpportunistic opportunistic = new StockOpportunistic();
  final HybridRules rules;
  HybridLedger ledger = new HybridLedger();
  LiveContainerTracker<String> live = new LiveContainerTracker<>();

  /** Whether the hook knows the racks of hosts, as in the ResourceManager. */
  boolean knowsRacks;

  /** Number of entries that the schedulers were sent. */
  long entriesSent;

  /** Live containers by the hook's events: whether each is opportunistic, by id. */
  final Map<String, Boolean> alive = new LinkedHashMap<>();

  final Map<Integer, long[]> dealt = new TreeMap<>();
  private final boolean restoring;
  private final HybridPolicy policy;
  final int maxLosses;
  TaskLossTracker<String> losses;
  private HybridSplit split;
  private final Map<String, String> hosts = new LinkedHashMap<>();
  private final List<String> completed = new ArrayList<>();
  private final Map<String, Integer> priorities = new LinkedHashMap<>();

  /** Completed containers in which their tasks did not finish. */
  private final Set<String> taken = new HashSet<>();

  private final Deque<List<ModelGrant>> inbox = new ArrayDeque<>();
  private List<ModelGrant> lastAnswer = Collections.emptyList();

  /**
   * @param restoring whether everything is written down and read back before each call
   * @param late whether the application takes note of grants one call late, as callback clients do
   */
  HybridWorld(long seed, boolean restoring, boolean late) {
    this.random = new Random(seed);
    this.knowsRacks = seed % 2 == 0;
    this.restoring = restoring;
    this.late = late;
    int[] percents = {0, 30, 50, 80, 100, random.nextInt(101)};
    this.percent = percents[random.nextInt(percents.length)];
    this.policy = HybridPolicy.parse(percent + "%-Q");
    String[] relatives = {"0", "0", "0.5", "1", "2.3"};
    BigDecimal multiple = new BigDecimal(relatives[random.nextInt(relatives.length)]);
    this.quota =
        OpportunisticQuota.of(
            random.nextBoolean() ? 0 : 1 + random.nextInt(8), multiple, 1 + random.nextInt(4));
    this.master = new ModelMaster(random);
    this.split = new HybridSplit(policy, p -> null, () -> true);
    this.maxLosses = random.nextInt(4);
    this.losses = new TaskLossTracker<>(maxLosses);
    this.rules = new HybridRules(this);
  }

  /** Whether others wait for all free room. */
  private boolean demandWaits;

  final FreeMemoryLimit free = new FreeMemoryLimit(key -> 1);
  private long nowMs;

  private RequestSplitter splitter() {
    SplitLimit lost = SplitLimits.losses(losses);
    return new RequestSplitter(
        this::deal,
        Arrays.asList(
            (key, n, isNew) -> {
              Decision<Integer> d = lost.limit(key, n, isNew);
              if (isNew) {
                rules.insured(key.priority(), n, d == null ? 0 : n - d.value());
              }
              return d;
            },
            free,
            SplitLimits.waitingDemand(() -> demandWaits)),
        true);
  }

  private Decision<Integer> deal(RequestKey key, int n) {
    Decision<Integer> d = split.opportunistic(key, n);
    long[] sums = dealt.computeIfAbsent(key.priority(), p -> new long[2]);
    sums[0] += n;
    sums[1] += d.value();
    return d;
  }

  // ---- what happens ----------------------------------------------------------------------------

  void live(int steps) {
    for (int i = 0; i < steps; i++) {
      act();
      if (random.nextInt(3) > 0) {
        guaranteed.schedule(random, random.nextInt(6));
        heartbeat(random.nextInt(12), random.nextInt(5));
      }
    }
  }

  private void act() {
    int[] kinds = {
      ModelMaster.MAP,
      ModelMaster.MAP,
      ModelMaster.REDUCE,
      ModelMaster.STRICT,
      ModelMaster.OWN_OPPORTUNISTIC
    };
    List<String> ids = new ArrayList<>(alive.keySet());
    String some = ids.isEmpty() ? null : ids.get(random.nextInt(ids.size()));
    switch (random.nextInt(10)) {
      case 0:
      case 1:
        int kind = kinds[random.nextInt(kinds.length)];
        for (int n = 1 + random.nextInt(random.nextInt(10) == 0 ? 40 : 6); n > 0; n--) {
          master.add(kind);
        }
        return;
      case 2:
        for (int n = random.nextInt(5); n > 0; n--) {
          ModelMaster.Task waiting = master.someWaiting();
          if (waiting != null) {
            master.cancel(waiting);
          }
        }
        return;
      case 3:
      case 4:
      case 5:
        if (some != null) {
          complete(some, random.nextInt(3) > 0);
        }
        return;
      case 6:
        if (some != null) {
          alive.put(some, !alive.get(some));
          if (alive.get(some)) {
            live.demoted(some);
          } else {
            live.promoted(some);
          }
        }
        return;
      case 7:
        rare(random.nextInt(6));
        return;
      default:
    }
  }

  private void rare(int what) {
    String host = "h" + random.nextInt(ModelMaster.HOSTS);
    if (what == 0) {
      master.blacklist(host);
    } else if (what == 1) {
      new ArrayList<>(alive.keySet())
          .stream().filter(id -> host.equals(hosts.get(id))).forEach(id -> complete(id, false));
    } else if (what == 2) {
      restartResourceManager();
    } else if (what == 3) {
      opportunistic.restart();
      ledger.markEmpty();
    } else if (what == 4 && !late) {
      restartMaster();
    } else if (what == 5) {
      // The same answer once more, as after a call that timed out on its way back.
      lastAnswer.forEach(this::count);
    }
  }

  private void complete(String id, boolean well) {
    if (!completed.contains(id)) {
      completed.add(id);
      if (well) {
        master.finished(id);
      } else if (!late) {
        master.lost(id);
        taken.add(id);
      }
    }
  }

  private void restartResourceManager() {
    guaranteed.restart();
    opportunistic.restart();
    ledger.restart();
    rules.restarted();
    master.resync();
  }

  private void restartMaster() {
    completed.forEach(this::ended);
    completed.clear();
    Set<String> kept = new HashSet<>();
    alive.keySet().stream().filter(id -> random.nextBoolean()).forEach(kept::add);
    alive.keySet().retainAll(kept);
    // As a hook does it: another attempt has a record of its own, of what it is given.
    live = new LiveContainerTracker<>();
    alive.forEach(
        (id, opp) -> {
          if (opp) {
            live.demoted(id);
          } else {
            live.promoted(id);
          }
        });
    ledger = new HybridLedger();
    split = new HybridSplit(policy, p -> null, () -> true);
    losses = new TaskLossTracker<>(maxLosses);
    dealt.clear();
    lastAnswer = Collections.emptyList();
    guaranteed.restart();
    opportunistic.restart();
    master.newAttempt(kept);
    rules.newAttempt();
  }

  private void ended(String id) {
    LiveContainerTracker.Kind before = live.ended(id);
    if (taken.remove(id) && before != null && before.isOpportunistic()) {
      losses.lost(id, priorities.get(id));
      rules.lost(priorities.get(id));
    } else {
      losses.ended(id);
    }
    alive.remove(id);
  }

  // ---- one call, as a hook makes it ------------------------------------------------------------

  void heartbeat(int failure, int maxGrants) {
    if (restoring && failure < 99 && random.nextInt(3) == 0) {
      ledger =
          HybridLedgerCodec.restore(json(ledger.snapshot(RequestTexts::write)), RequestTexts::read);
      opportunistic.restart();
      live =
          LiveContainerTracker.restore(
              json(live.snapshot(id -> id)), json(live.priorities(id -> id)), id -> id);
      Map<String, Object> carries = json(split.snapshot());
      split = new HybridSplit(policy, p -> null, () -> true);
      split.restore(carries);
      losses = TaskLossTracker.restore(maxLosses, json(losses.snapshot(id -> id)), id -> id);
    }
    List<RequestEntry> asks = master.asks();
    rules.asked(asks);
    losses.begin();
    ledger.begin(asks);
    if (random.nextInt(6) == 0) {
      demandWaits = !demandWaits;
    }
    ledger.postpone((key, n) -> demandWaits);
    free.begin(guaranteed.freeMb(random), 0);
    nowMs += FreeMemoryLimit.HOLD_MS; // so that it holds for this call at most
    free.hold(random.nextInt(4) == 0, false, nowMs);
    ledger.postpone(free::postpones);
    Map<String, List<RequestEntry>> out = ledger.divide(splitter(), () -> quota.room(live).value());
    rules.postponed(demandWaits);
    List<RequestEntry> toGuaranteed =
        out.getOrDefault(HybridLedger.GUARANTEED, Collections.emptyList());
    List<RequestEntry> toOpportunistic =
        out.getOrDefault(HybridLedger.OPPORTUNISTIC, Collections.emptyList());
    rules.told(toGuaranteed, toOpportunistic);
    entriesSent += toGuaranteed.size() + toOpportunistic.size();
    if (failure < 4) {
      fail(failure, toGuaranteed, toOpportunistic, maxGrants);
      return;
    }
    guaranteed.receive(toGuaranteed);
    opportunistic.receive(toOpportunistic);
    rules.received(asks);
    ledger.commit();
    master.sent();
    List<ModelGrant> answer = opportunistic.grant(random, maxGrants);
    answer.addAll(guaranteed.deliver());
    answer.forEach(this::count);
    completed.forEach(this::ended);
    completed.clear();
    live.answered();
    lastAnswer = answer;
    inbox.add(answer);
    if (!late || inbox.size() > 1) {
      inbox.remove().forEach(master::got);
    }
    completed.addAll(master.toRelease);
    master.toRelease.clear();
    rules.answered();
  }

  private String rackOf(String host) {
    return knowsRacks ? ModelMaster.rack(host) : null;
  }

  private void count(ModelGrant grant) {
    if (live.granted(grant.id, grant.key.priority(), grant.opportunistic)
        == LiveContainerTracker.Seen.NEW) {
      alive.put(grant.id, grant.opportunistic);
      hosts.put(grant.id, grant.host);
      priorities.put(grant.id, grant.key.priority());
      boolean waited =
          ledger.granted(grant.key, grant.opportunistic, grant.host, rackOf(grant.host));
      losses.granted(grant.id, grant.key.priority(), grant.opportunistic);
      rules.granted(grant, waited);
    }
  }

  /** The call fails before, between or after the schedulers, or the guaranteed one refuses it. */
  private void fail(
      int where,
      List<RequestEntry> toGuaranteed,
      List<RequestEntry> toOpportunistic,
      int maxGrants) {
    if (where > 0) {
      opportunistic.receive(toOpportunistic);
      opportunistic.grant(random, maxGrants);
    }
    if (where == 2) {
      guaranteed.receive(toGuaranteed);
    }
    if (where == 3) {
      ledger.reject();
      losses.refused();
      rules.refused();
    } else {
      ledger.lost();
    }
    if (where > 0 && random.nextBoolean()) {
      // Its grants are lost, and their number is unknown.
      ledger.markEmpty();
      opportunistic.restart();
    }
  }

  /** Calm: whatever still waits is served, and what is done ends. */
  void settle() {
    for (int round = 0; round < 3000 && !calm(); round++) {
      guaranteed.schedule(random, 20);
      heartbeat(99, 20);
      new ArrayList<>(alive.keySet())
          .stream().filter(id -> random.nextBoolean()).forEach(id -> complete(id, true));
    }
    // The last call may have cancelled a request, which its answer ends.
    heartbeat(99, 20);
  }

  private boolean calm() {
    return alive.isEmpty()
        && completed.isEmpty()
        && master.asks().isEmpty()
        && inbox.stream().allMatch(List::isEmpty)
        && guaranteed.undelivered.isEmpty()
        && master.tasks.stream().noneMatch(ModelMaster.Task::waits);
  }

  private static Map<String, Object> json(Map<String, Object> snapshot) {
    try {
      return JSON.readValue(
          JSON.writeValueAsBytes(snapshot), new TypeReference<Map<String, Object>>() {});
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
