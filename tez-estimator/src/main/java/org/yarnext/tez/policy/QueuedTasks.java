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

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides which tasks are held back from containers that are used again: those that read from tasks
 * which wait in nodes' queues, or have left one and have no other container yet. They would keep
 * the container and wait there for tasks that could have run in it. Thread-safe.
 *
 * @param <T> a task, whatever attempt of it; by identity of {@code equals}
 */
public final class QueuedTasks<T> {
  private final Map<String, Collection<String>> sources = new ConcurrentHashMap<>();
  private final Map<String, Set<T>> queued = new ConcurrentHashMap<>();

  /**
   * A vertex reads from others.
   *
   * @param from all of them, directly or through others
   */
  public void reads(String vertex, Collection<String> from) {
    sources.put(vertex, from);
  }

  /** A task has a container that waits in a queue. */
  public void queued(String vertex, T task) {
    queued.computeIfAbsent(vertex, v -> ConcurrentHashMap.newKeySet()).add(task);
  }

  /** A task runs, or has a container that does, or needs none any more. */
  public void notQueued(String vertex, T task) {
    Set<T> tasks = queued.get(vertex);
    if (tasks != null) {
      tasks.remove(task);
    }
  }

  /** Whether a task of this vertex is held back. */
  public boolean holdsBack(String vertex) {
    Collection<String> from = sources.get(vertex);
    return from != null && from.stream().anyMatch(this::hasQueued);
  }

  private boolean hasQueued(String vertex) {
    Set<T> tasks = queued.get(vertex);
    return tasks != null && !tasks.isEmpty();
  }

  /** The DAG is over. */
  public void over() {
    sources.clear();
    queued.clear();
  }
}
