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
package org.yarnext.mercury.policy.requests;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Remembers how often an application's tasks have lost an opportunistic container to the framework,
 * and says how many of its new containers are to be guaranteed, since their tasks have lost as many
 * as the operator lets them (Mercury section 3.4: work that is killed is lost). One for each
 * application attempt; not thread-safe.
 *
 * <p>Applications name no tasks when they ask, so tasks of one priority stand for each other: what
 * is asked next is taken to be for those that have lost most, and so is what is granted next. Each
 * loss counts once: of {@code n} lost containers of a priority at most {@code n / atMost} lead to a
 * guaranteed one.
 */
public final class TaskLossTracker {
  private static final int VERSION = 1;

  private final int atMost;

  /** Tasks that have lost a container and have not asked again. */
  private final TaskBags waiting = new TaskBags();

  /** Those that have asked again and were given nothing yet. */
  private final TaskBags asked = new TaskBags();

  /** Losses of the tasks that opportunistic containers run for, where there are any. */
  private final Map<String, Integer> running = new HashMap<>();

  /** What the last call took of {@link #waiting}: priority and losses. */
  private final List<int[]> taken = new ArrayList<>();

  private long insured;

  /**
   * @param atMost after how many losses a task is given a guaranteed container; 0: never
   */
  public TaskLossTracker(int atMost) {
    this.atMost = atMost;
  }

  /** A call of the application begins. */
  public void begin() {
    taken.clear();
  }

  /**
   * The application asks for more.
   *
   * @param newContainers how many more, 1 or more
   * @return how many of them are to be guaranteed
   */
  int asked(int priority, int newContainers) {
    int toInsure = 0;
    for (int i = 0; i < newContainers; i++) {
      Integer losses = waiting.takeMost(priority);
      if (losses == null) {
        break;
      }
      taken.add(new int[] {priority, losses});
      if (losses >= atMost) {
        toInsure++;
      } else {
        asked.add(priority, losses);
      }
    }
    insured += toInsure;
    return toInsure;
  }

  /** What was asked since {@link #begin} was refused: it is not asked. */
  public void refused() {
    for (int[] task : taken) {
      if (task[1] >= atMost || asked.take(task[0], task[1])) {
        waiting.add(task[0], task[1]);
      }
    }
    taken.clear();
  }

  /** A scheduler granted a container; each counts once: see {@link LiveContainerTracker}. */
  public void granted(String id, int priority, boolean opportunistic) {
    Integer losses = asked.takeMost(priority);
    if (losses != null && opportunistic) {
      running.put(id, losses);
    }
  }

  /** An opportunistic container was shed, or stopped to make room. */
  public void lost(String id, int priority) {
    Integer before = running.remove(id);
    if (atMost > 0) {
      waiting.add(priority, before == null ? 1 : before + 1);
    }
  }

  /** A container ended in any other way. */
  public void ended(String id) {
    running.remove(id);
  }

  /** How many containers were asked as guaranteed so far, since their tasks had lost enough. */
  public long insured() {
    return insured;
  }

  /** What the task of a container lost before. */
  int losses(String id) {
    return running.getOrDefault(id, 0);
  }

  /** All of it in maps and numbers. */
  public Map<String, Object> snapshot() {
    Map<String, Object> s = SnapshotCodec.version(VERSION);
    s.put("insured", insured);
    s.put("waiting", waiting.snapshot());
    s.put("asked", asked.snapshot());
    s.put("running", new TreeMap<>(running));
    return s;
  }

  /**
   * @throws IllegalArgumentException if it is no such snapshot
   */
  public static TaskLossTracker restore(int atMost, Map<String, ?> snapshot) {
    SnapshotCodec.check(snapshot, VERSION);
    TaskLossTracker losses = new TaskLossTracker(atMost);
    losses.insured = SnapshotCodec.number(snapshot, "insured");
    losses.waiting.restore(SnapshotCodec.map(snapshot, "waiting"));
    losses.asked.restore(SnapshotCodec.map(snapshot, "asked"));
    SnapshotCodec.map(snapshot, "running")
        .forEach((id, n) -> losses.running.put(id, SnapshotCodec.count(n)));
    return losses;
  }

  /** How many tasks of each priority have lost how many containers. */
  private static final class TaskBags {
    private final Map<Integer, TreeMap<Integer, Integer>> tasks = new TreeMap<>();

    void add(int priority, int losses) {
      tasks.computeIfAbsent(priority, p -> new TreeMap<>()).merge(losses, 1, Integer::sum);
    }

    /** The losses of the task that has lost most; null if there is none. */
    Integer takeMost(int priority) {
      TreeMap<Integer, Integer> ofPriority = tasks.get(priority);
      if (ofPriority == null) {
        return null;
      }
      Integer most = ofPriority.lastKey();
      take(priority, most);
      return most;
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
