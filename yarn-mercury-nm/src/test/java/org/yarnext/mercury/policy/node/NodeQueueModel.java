// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.node;

import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.reclaim.VictimPolicy;
import org.yarnext.mercury.policy.shedding.LastToRunShedding;

/** A node queue and an independent account of what should be in it. */
final class NodeQueueModel {
  static final ResourceVector TOTAL = ResourceVector.of(1000, 10);
  static final long AGING_MS = 20_000;
  static final double SHED_SHARE = 0.4;
  private static final long MIN_WAIT_LIMIT_MS = 3_000;
  private static final NodeQueueLimits LIMITS =
      new NodeQueueLimits(50, AGING_MS, SHED_SHARE, MIN_WAIT_LIMIT_MS);

  final NodeQueue queue;
  final Map<String, ContainerView> waiting = new LinkedHashMap<>();
  final Map<String, ContainerView> running = new LinkedHashMap<>();
  final Set<String> stopping = new LinkedHashSet<>();
  private ResourceVector guaranteed = ResourceVector.NONE;
  private long lastRan;
  private int made;
  long now = 1_000_000;

  NodeQueueModel(QueueOrder order, VictimPolicy victims) {
    queue = new NodeQueue(order, victims, new LastToRunShedding(), LIMITS, now);
    lastRan = now;
  }

  void take(RandomNodeEvent step) {
    passTime(step.passMs / 10);
    switch (step.kind) {
      case ARRIVE:
        arrive(step);
        break;
      case ARRIVE_AGAIN:
        String again = pick(step, waiting.keySet());
        if (waiting.containsKey(again)) {
          waiting.put(again, make(again, step));
          queue.enqueue(waiting.get(again));
        }
        break;
      case START_AS_DECIDED:
        queue.toStart(node(step)).value().forEach(id -> start(waiting.get(id)));
        break;
      case START_ANY:
        String any = pick(step, waiting.keySet());
        if (waiting.containsKey(any) && fits(waiting.get(any))) {
          start(waiting.get(any));
        }
        break;
      case START_FROM_ELSEWHERE:
        ContainerView elsewhere = make("elsewhere" + made++, step);
        if (fits(elsewhere)) {
          start(elsewhere);
        }
        break;
      case FINISH:
        finish(pick(step, known()));
        break;
      case SHED_AS_DECIDED:
        queue.toShed(step.limits, node(step)).value().forEach(this::shed);
        break;
      case SHED_ANY:
        shed(pick(step, known()));
        break;
      case RECLAIM_AS_DECIDED:
        queue.toReclaim(step.size, node(step)).value().forEach(this::stop);
        break;
      case STOP_ANY:
        stop(pick(step, known()));
        break;
      case PROMOTE:
        promote(pick(step, known()));
        break;
      case CHANGE:
        change(pick(step, known()), step);
        break;
      case GUARANTEED_ENDS:
        guaranteed = ResourceVector.NONE;
        break;
      case TIME_PASSES:
        passTime(step.passMs);
        break;
      default:
        throw new AssertionError(step.kind);
    }
  }

  void passTime(long ms) {
    now += ms;
  }

  void arrive(RandomNodeEvent step) {
    ContainerView c = make("c" + made++, step);
    waiting.put(c.id(), c);
    queue.enqueue(c);
  }

  void start(ContainerView c) {
    waiting.remove(c.id());
    running.put(c.id(), c.startedAt(now));
    queue.onStarted(c, now);
  }

  /** Passes the time until a running container is due and ends it. */
  void finishNext() {
    ContainerView next = null;
    for (ContainerView c : running.values()) {
      if (next == null || c.remainingMs(now) < next.remainingMs(now)) {
        next = c;
      }
    }
    assertTrue("some wait, none runs, none starts", next != null);
    passTime(next.remainingMs(now));
    finish(next.id());
  }

  private void finish(String id) {
    waiting.remove(id);
    stopping.remove(id);
    if (running.remove(id) != null) {
      lastRan = now;
    }
    queue.onFinished(id, now);
  }

  private void shed(String id) {
    waiting.remove(id);
    queue.onShed(id);
  }

  private void stop(String id) {
    if (running.containsKey(id)) {
      stopping.add(id);
    }
    queue.onStopping(id);
  }

  private void promote(String id) {
    waiting.remove(id);
    stopping.remove(id);
    ContainerView wasRunning = running.remove(id);
    if (wasRunning != null) {
      guaranteed = guaranteed.plus(wasRunning.resources());
      lastRan = now;
    }
    queue.onPromoted(id, now);
  }

  private void change(String id, RandomNodeEvent step) {
    ContainerView before = waiting.getOrDefault(id, running.get(id));
    // A larger size than before could over-commit the node, which is not the queue's affair.
    if (before == null || !step.size.fitsIn(before.resources())) {
      return;
    }
    ContainerView after =
        ContainerView.queued(
            id,
            before.job(),
            before.priority(),
            step.size,
            before.estimatedRunMs(),
            before.arrivedAtMs());
    if (before.started()) {
      after = after.startedAt(now - before.elapsedMs(now));
    }
    (waiting.containsKey(id) ? waiting : running).put(id, after);
    queue.onChanged(after);
  }

  private ContainerView make(String id, RandomNodeEvent step) {
    return ContainerView.queued(
        id, JobKey.of(1, step.job), step.pick % 3, step.size, step.runMs, now);
  }

  private Set<String> known() {
    Set<String> ids = new LinkedHashSet<>(Arrays.asList("unknown"));
    ids.addAll(waiting.keySet());
    ids.addAll(running.keySet());
    return ids;
  }

  private static String pick(RandomNodeEvent step, Set<String> ids) {
    List<String> list = new ArrayList<>(ids);
    return list.isEmpty() ? "unknown" : list.get(step.pick % list.size());
  }

  private boolean fits(ContainerView c) {
    return used().plus(c.resources()).fitsIn(TOTAL);
  }

  ResourceVector used() {
    return guaranteed.plus(sum(running, running.keySet()));
  }

  NodeView node(RandomNodeEvent step) {
    return new NodeView(now, TOTAL, used(), step.guaranteedWaiting, step.stockQueued);
  }

  NodeView idleStockNode() {
    return new NodeView(now, TOTAL, used(), ResourceVector.NONE, 0);
  }

  /** Whether the step's limits hold without the last containers of the order. */
  boolean withinLimits(RandomNodeEvent step, List<ContainerView> inOrder, int withoutLast) {
    List<ContainerView> stay = inOrder.subList(0, inOrder.size() - withoutLast);
    if (step.limits.maxLength() >= 0 && stay.size() > step.limits.maxLength()) {
      return false;
    }
    if (step.limits.maxWaitMs() < 0) {
      return true;
    }
    ResourceVector mean = mean(inOrder);
    long memory = Math.max(TOTAL.memoryMb() - guaranteed.memoryMb(), mean.memoryMb());
    long cores = Math.max(TOTAL.vcores() - guaranteed.vcores(), mean.vcores());
    double runningMs =
        Math.max(
            runningWork(ResourceVector::memoryMb) / memory,
            runningWork(ResourceVector::vcores) / cores);
    double sinceLast = running.isEmpty() ? now - lastRan : 0;
    double queuedMemory = 0;
    double queuedCores = 0;
    for (ContainerView c : stay) {
      queuedMemory += (double) c.estimatedRunMs() * c.resources().memoryMb();
      queuedCores += (double) c.estimatedRunMs() * c.resources().vcores();
    }
    double wait = runningMs + sinceLast + Math.max(queuedMemory / memory, queuedCores / cores);
    return wait <= Math.max(step.limits.maxWaitMs(), MIN_WAIT_LIMIT_MS);
  }

  private double runningWork(ToLongFunction<ResourceVector> amount) {
    double sum = 0;
    for (ContainerView c : running.values()) {
      sum += (double) c.remainingMs(now) * amount.applyAsLong(c.resources());
    }
    return sum;
  }

  private static ResourceVector mean(List<ContainerView> containers) {
    ResourceVector sum = ResourceVector.NONE;
    for (ContainerView c : containers) {
      sum = sum.plus(c.resources());
    }
    int n = Math.max(1, containers.size());
    return ResourceVector.of(sum.memoryMb() / n, sum.vcores() / n);
  }

  static ResourceVector sum(Map<String, ContainerView> of, Collection<String> ids) {
    ResourceVector sum = ResourceVector.NONE;
    for (String id : ids) {
      sum = sum.plus(of.get(id).resources());
    }
    return sum;
  }
}
