// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.node;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.yarnext.mercury.policy.ContainerView;

/**
 * Log of the starts and ends of containers, which makes snapshots of the running ones cheap: a
 * snapshot is a prefix of the log, and is evaluated only when it is read. The log is compacted when
 * it is full, so that an event costs O(1) on average. It is emptied when no container runs, so that
 * it keeps nothing of applications that have ended. Not thread-safe; snapshots are, once safely
 * published.
 */
final class RunningContainerLog {
  /** Number of changes that fit in a compacted log besides twice the running containers. */
  private static final int SPACE = 64;

  /** Views of containers that started or changed, and ids of those that left. */
  private Object[] changes = new Object[SPACE];

  private int length;

  /**
   * Adds a change.
   *
   * @param change a view, or the id of a container that left
   * @param running the containers that run after the change
   */
  void add(Object change, Collection<ContainerView> running) {
    if (length < changes.length && !running.isEmpty()) {
      changes[length++] = change;
      return;
    }
    // Snapshots keep the old one.
    changes = running.toArray(new Object[2 * running.size() + SPACE]);
    length = running.size();
  }

  /**
   * Returns the running containers as of now, in the order in which they were added.
   *
   * @param count their number
   */
  Collection<ContainerView> snapshot(int count) {
    return new Snapshot(changes, length, count);
  }

  private static final class Snapshot extends AbstractCollection<ContainerView> {
    private final Object[] changes;
    private final int length;
    private final int count;

    private Snapshot(Object[] changes, int length, int count) {
      this.changes = changes;
      this.length = length;
      this.count = count;
    }

    @Override
    public Iterator<ContainerView> iterator() {
      Map<String, ContainerView> running = new LinkedHashMap<>();
      for (int i = 0; i < length; i++) {
        if (changes[i] instanceof ContainerView) {
          ContainerView c = (ContainerView) changes[i];
          running.put(c.id(), c);
        } else {
          running.remove(changes[i]);
        }
      }
      return running.values().iterator();
    }

    @Override
    public int size() {
      return count;
    }
  }
}
