// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.opportunistic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Policy that moves tasks from queued opportunistic containers to idle containers of the
 * application, and keeps such a container for each moving task. In Mercury (section 5) each task
 * has its own container. If containers are reused, a task bound to a queued container would wait
 * there while the application's own containers are idle. Times are in ms of one monotonic clock.
 * Thread-safe.
 *
 * @param <W> a waiting attempt of a task
 * @param <T> a task regardless of its attempt; compared by {@code equals}
 * @param <C> a container; compared by {@code equals}
 * @param <K> the kind of tasks that a container has run; compared by {@code equals}, may be null
 */
public final class IdleContainerPolicy<W, T, C, K> {
  /**
   * Maximum time on the way, in ms, in case something goes wrong: an idle container must not be
   * kept for a task for ever.
   */
  private static final long ON_THE_WAY_MS = 3_000;

  private final Function<W, T> task;
  private final BiPredicate<K, W> serves;
  private final long keptMs;
  private final Map<C, Idle<K>> idle = new LinkedHashMap<>();
  private final Set<T> moved = new HashSet<>();

  /** Tasks that left their queues and have no other container yet, with the time. */
  private final Map<T, Long> onTheWay = new LinkedHashMap<>();

  /** The tasks for which idle containers are kept; read without this object's lock. */
  private final Map<C, Kept<W>> kept = new ConcurrentHashMap<>();

  /** A container without a task. Immutable. */
  private static final class Idle<K> {
    final K kind;
    final long sinceMs;

    Idle(K kind, long sinceMs) {
      this.kind = kind;
      this.sinceMs = sinceMs;
    }
  }

  /** A container kept for a task until a time. Immutable. */
  private static final class Kept<W> {
    final W waiter;
    final long untilMs;

    Kept(W waiter, long untilMs) {
      this.waiter = waiter;
      this.untilMs = untilMs;
    }
  }

  /**
   * Creates a policy.
   *
   * @param task returns the task of a wait
   * @param serves whether a container that ran tasks of a kind may run a waiting one
   * @param keptMs time for which an idle container is kept from others, in ms; 0 is not at all
   */
  public IdleContainerPolicy(Function<W, T> task, BiPredicate<K, W> serves, long keptMs) {
    this.task = task;
    this.serves = serves;
    this.keptMs = keptMs;
  }

  /** Records that a started container has no task. */
  public synchronized void idle(C container, K kind, long nowMs) {
    idle.put(container, new Idle<>(kind, nowMs));
  }

  /** Records that a container has a task again, or has ended; returns whether it was idle. */
  public synchronized boolean endIdle(C container) {
    kept.remove(container);
    return idle.remove(container) != null;
  }

  /** Records that a task was given a container, on any node. */
  public synchronized void assigned(T taskId) {
    onTheWay.remove(taskId);
    kept.values().removeIf(each -> task.apply(each.waiter).equals(taskId));
  }

  /** Returns whether a task left a queue and has no other container yet. */
  public synchronized boolean isOnTheWay(T taskId) {
    return onTheWay.containsKey(taskId);
  }

  /** Ends the DAG; its containers may serve the next one. */
  public synchronized void onDagEnded() {
    moved.clear();
    onTheWay.clear();
    kept.clear();
  }

  /** Returns whether there is an idle container that no task is on the way to. */
  public synchronized boolean hasFree(long nowMs) {
    onTheWay.values().removeIf(sinceMs -> nowMs - sinceMs >= ON_THE_WAY_MS);
    kept.values().removeIf(each -> isOver(task.apply(each.waiter)));
    return free() > 0;
  }

  private boolean isOver(T taskId) {
    return moved.contains(taskId) && !onTheWay.containsKey(taskId);
  }

  /**
   * Returns the number of free idle containers. A task on the way may get another container than
   * the one kept for it.
   */
  private long free() {
    long staying =
        kept.values().stream()
            .filter(each -> !onTheWay.containsKey(task.apply(each.waiter)))
            .count();
    return idle.size() - onTheWay.size() - staying;
  }

  /**
   * Keeps idle containers for tasks that they serve and that have not moved yet: each moves once,
   * since the container may be on a node where the task may not run, which only Tez knows. The
   * containers that became idle last are kept, since Tez keeps them longest.
   *
   * @param waiting the tasks that wait in queues, the first to move first
   * @param mayMove whether one of them may; called only if a container is free for it
   */
  public synchronized void keep(List<W> waiting, Predicate<W> mayMove) {
    kept.values().removeIf(each -> !onTheWay.containsKey(task.apply(each.waiter)));
    Map<K, Deque<C>> byKind = new LinkedHashMap<>();
    idle.forEach(
        (container, of) -> {
          if (!kept.containsKey(container)) {
            byKind.computeIfAbsent(of.kind, kind -> new ArrayDeque<>()).push(container);
          }
        });
    long free = free();
    for (W each : waiting) {
      if (byKind.isEmpty() || free <= 0) {
        return;
      }
      if (!moved.contains(task.apply(each)) && keep(each, byKind, mayMove)) {
        free--;
      }
    }
  }

  private boolean keep(W waiter, Map<K, Deque<C>> byKind, Predicate<W> mayMove) {
    for (Map.Entry<K, Deque<C>> each : byKind.entrySet()) {
      if (serves.test(each.getKey(), waiter)) {
        boolean keeps = mayMove.test(waiter);
        if (keeps) {
          C container = each.getValue().pop();
          kept.put(container, new Kept<>(waiter, idle.get(container).sinceMs + keptMs));
          if (each.getValue().isEmpty()) {
            byKind.remove(each.getKey());
          }
        }
        return keeps;
      }
    }
    return false;
  }

  /**
   * Returns the waiting tasks whose kept container is still idle, to leave their queues; each once.
   *
   * @param mayMove whether one still may
   */
  public synchronized List<W> leave(Predicate<W> mayMove, long nowMs) {
    List<W> leaving = new ArrayList<>();
    List<C> lastFirst = new ArrayList<>(idle.keySet());
    Collections.reverse(lastFirst); // in the order in which they were kept
    for (C container : lastFirst) {
      Kept<W> of = kept.get(container);
      if (of == null || onTheWay.containsKey(task.apply(of.waiter))) {
        continue;
      }
      if (mayMove.test(of.waiter) && moved.add(task.apply(of.waiter))) {
        onTheWay.put(task.apply(of.waiter), nowMs);
        leaving.add(of.waiter);
      } else {
        kept.remove(container);
      }
    }
    return leaving;
  }

  /** Returns whether a container may be kept for a task. Takes no lock, and never throws. */
  public boolean isKept(C container) {
    return kept.containsKey(container);
  }

  /**
   * Returns the task for which a container is kept from others; null if there is none. Takes no
   * lock.
   */
  public W keptFor(C container, long nowMs) {
    Kept<W> of = kept.get(container);
    return of == null || nowMs >= of.untilMs ? null : of.waiter;
  }
}
