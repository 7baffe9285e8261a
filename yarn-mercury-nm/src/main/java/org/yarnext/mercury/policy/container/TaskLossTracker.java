// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.container;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.yarnext.mercury.policy.snapshot.SnapshotCodec;

/**
 * Counts how often an application's tasks have lost an opportunistic container to the framework,
 * and decides how many of its new containers must be guaranteed because their tasks have lost too
 * many (Mercury section 3.4: work that is killed is lost). One for each application attempt; not
 * thread-safe.
 *
 * <p>Requests do not name tasks, so the tasks of one priority are interchangeable: the next
 * container that is requested, or granted, counts as that of the task with most losses. Each loss
 * counts once: of {@code n} lost containers of a priority at most {@code n / maxLosses} lead to a
 * guaranteed one.
 *
 * @param <I> a container id
 */
public final class TaskLossTracker<I> {
  private static final int VERSION = 1;

  private final int maxLosses;

  /** Tasks that have lost a container and have not requested a new one. */
  private final TaskBags waiting = new TaskBags();

  /** Tasks that have requested a new container and received none yet. */
  private final TaskBags asked = new TaskBags();

  /**
   * Losses of the tasks that run in opportunistic containers, by container id; only if there are
   * any.
   */
  private final Map<I, Integer> running = new HashMap<>();

  /** Entries that the last call moved out of {@link #waiting}: priority and losses. */
  private final List<int[]> taken = new ArrayList<>();

  private long insured;

  /**
   * Creates a tracker.
   *
   * @param maxLosses number of losses after which a task gets a guaranteed container; 0: never
   */
  public TaskLossTracker(int maxLosses) {
    this.maxLosses = maxLosses;
  }

  /** Begins a call of the application. */
  public void begin() {
    taken.clear();
  }

  /**
   * Records that the application requests more containers.
   *
   * @param newContainers number of additional containers, 1 or more
   * @return how many of them must be guaranteed
   */
  public int asked(int priority, int newContainers) {
    int toInsure = 0;
    for (int i = 0; i < newContainers; i++) {
      Integer losses = waiting.takeMost(priority);
      if (losses == null) {
        break;
      }
      taken.add(new int[] {priority, losses});
      if (losses >= maxLosses) {
        toInsure++;
      } else {
        asked.add(priority, losses);
      }
    }
    insured += toInsure;
    return toInsure;
  }

  /** Undoes the requests since {@link #begin}, because they were refused. */
  public void refused() {
    for (int[] task : taken) {
      if (task[1] >= maxLosses || asked.take(task[0], task[1])) {
        waiting.add(task[0], task[1]);
      }
    }
    taken.clear();
  }

  /**
   * Records that a scheduler granted a container; each counts once: see {@link
   * LiveContainerTracker}.
   */
  public void granted(I id, int priority, boolean opportunistic) {
    Integer losses = asked.takeMost(priority);
    if (losses != null && opportunistic) {
      running.put(id, losses);
    }
  }

  /** Records that an opportunistic container was shed, or stopped to make room. */
  public void lost(I id, int priority) {
    Integer before = running.remove(id);
    if (maxLosses > 0) {
      waiting.add(priority, before == null ? 1 : before + 1);
    }
  }

  /** Records that a container ended in any other way. */
  public void ended(I id) {
    if (!running.isEmpty()) {
      running.remove(id);
    }
  }

  /** Returns the number of containers requested as guaranteed so far because of losses. */
  public long insured() {
    return insured;
  }

  /** Returns the earlier losses of a container's task. */
  public int losses(I id) {
    return running.getOrDefault(id, 0);
  }

  /** Returns the state as maps and numbers. */
  public Map<String, Object> snapshot(Function<I, String> text) {
    Map<String, Object> s = SnapshotCodec.version(VERSION);
    s.put("insured", insured);
    s.put("waiting", waiting.snapshot());
    s.put("asked", asked.snapshot());
    Map<String, Integer> byId = new TreeMap<>();
    running.forEach((id, n) -> byId.put(text.apply(id), n));
    s.put("running", byId);
    return s;
  }

  /**
   * Restores a tracker from a snapshot.
   *
   * @throws IllegalArgumentException if the snapshot is invalid
   */
  public static <I> TaskLossTracker<I> restore(
      int maxLosses, Map<String, ?> snapshot, Function<String, I> idOf) {
    SnapshotCodec.check(snapshot, VERSION);
    TaskLossTracker<I> losses = new TaskLossTracker<>(maxLosses);
    losses.insured = SnapshotCodec.number(snapshot, "insured");
    if (maxLosses == 0) {
      return losses; // an earlier process counted losses, which do not matter any more
    }
    losses.waiting.restore(SnapshotCodec.map(snapshot, "waiting"));
    losses.asked.restore(SnapshotCodec.map(snapshot, "asked"));
    SnapshotCodec.map(snapshot, "running")
        .forEach((id, n) -> losses.running.put(idOf.apply(id), SnapshotCodec.count(n)));
    return losses;
  }

  /** Number of tasks by priority and number of lost containers. */
  private static final class TaskBags {
    private final Map<Integer, TreeMap<Integer, Integer>> tasks = new TreeMap<>();

    void add(int priority, int losses) {
      tasks.computeIfAbsent(priority, p -> new TreeMap<>()).merge(losses, 1, Integer::sum);
    }

    /** Removes the task that has lost most and returns its losses; null if there is none. */
    Integer takeMost(int priority) {
      TreeMap<Integer, Integer> ofPriority = tasks.get(priority);
      if (ofPriority == null) {
        return null;
      }
      Integer max = ofPriority.lastKey();
      take(priority, max);
      return max;
    }

    boolean take(int priority, int losses) {
      TreeMap<Integer, Integer> ofPriority = tasks.get(priority);
      if (ofPriority == null || !ofPriority.containsKey(losses)) {
        return false;
      }
      ofPriority.computeIfPresent(losses, (l, n) -> n > 1 ? n - 1 : null);
      if (ofPriority.isEmpty()) {
        tasks.remove(priority);
      }
      return true;
    }

    Map<String, Object> snapshot() {
      Map<String, Object> s = new LinkedHashMap<>();
      tasks.forEach(
          (priority, counts) -> {
            Map<String, Object> byLosses = new LinkedHashMap<>();
            counts.forEach((losses, n) -> byLosses.put(String.valueOf(losses), n));
            s.put(String.valueOf(priority), byLosses);
          });
      return s;
    }

    void restore(Map<String, ?> s) {
      for (String priority : s.keySet()) {
        TreeMap<Integer, Integer> counts = new TreeMap<>();
        SnapshotCodec.map(s, priority)
            .forEach(
                (losses, n) -> counts.put(SnapshotCodec.toInt(losses), SnapshotCodec.count(n)));
        tasks.put(SnapshotCodec.toInt(priority), counts);
      }
    }
  }
}
