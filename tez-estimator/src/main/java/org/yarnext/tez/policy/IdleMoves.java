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
package org.yarnext.tez.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Decides which tasks leave the queues that their opportunistic containers wait in, since
 * containers of the application that have started are idle and would run them at once. Mercury
 * (section 5) knows containers for one task each; where they are used again, a task that is bound
 * to a queued one would wait there while the application's own containers have nothing to do. Times
 * are in ms of one monotonic clock. Thread-safe.
 *
 * @param <T> a task, whatever attempt of it; by identity of {@code equals}
 * @param <C> a container
 */
public final class IdleMoves<T, C> {
  /** For what goes wrong on the way: an idle container is not to be kept for a task for ever. */
  private static final long ON_THE_WAY_MS = 3_000;

  private final Set<C> idle = new HashSet<>();
  private final Set<T> moved = new HashSet<>();

  /** Those that have no other container yet, and when they left. */
  private final Map<T, Long> onTheWay = new HashMap<>();

  /** A container that has started has no task. */
  public synchronized void idle(C container) {
    idle.add(container);
  }

  /** It has one again, or is no more; returns whether it was idle. */
  public synchronized boolean notIdle(C container) {
    return idle.remove(container);
  }

  /** A task was given a container, wherever. */
  public synchronized void given(T task) {
    onTheWay.remove(task);
  }

  /** Whether a task left a queue and has no other container yet. */
  public synchronized boolean isOnTheWay(T task) {
    return onTheWay.containsKey(task);
  }

  /** The DAG is over; its containers may serve the next one. */
  public synchronized void over() {
    moved.clear();
    onTheWay.clear();
  }

  /**
   * As many as there are idle containers nobody is on the way to. Each task moves once: the idle
   * container may be on a node where it may not run, which only Tez knows.
   *
   * @param waiting who waits in queues, the first to move first
   * @param task whose wait it is
   * @return some of these, in their order; never null
   */
  public synchronized <W> List<W> choose(List<W> waiting, Function<W, T> task, long nowMs) {
    onTheWay.values().removeIf(sinceMs -> nowMs - sinceMs >= ON_THE_WAY_MS);
    List<W> chosen = new ArrayList<>();
    for (W each : waiting) {
      if (onTheWay.size() >= idle.size()) {
        break;
      }
      if (moved.add(task.apply(each))) {
        onTheWay.put(task.apply(each), nowMs);
        chosen.add(each);
      }
    }
    return chosen;
  }

  /** Whether {@link #choose} would choose nobody, whoever waits. */
  public synchronized boolean noneIdle() {
    return idle.isEmpty();
  }
}
