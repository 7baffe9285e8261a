// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.yarnext.common.guard.Guard;
import org.yarnext.orchestrator.nm.epoch.NodeTaskManager;

/**
 * Queue of container events, processed in their order by a thread that may wait for the kernel.
 * Events stay in the queue while the guard is tripped. Thread-safe.
 */
final class ContainerEventQueue {
  private static final String HOOK = "orchestrator.events";

  private final Queue<Consumer<NodeTaskManager>> pending = new ConcurrentLinkedQueue<>();
  private final NodeTaskManager manager;
  private final Guard guard;

  ContainerEventQueue(NodeTaskManager manager, Guard guard) {
    this.manager = manager;
    this.guard = guard;
  }

  /** Adds an event; does not wait for events that another thread is processing. */
  void add(Consumer<NodeTaskManager> event) {
    pending.add(event);
  }

  /** Processes all pending events until one fails or the guard refuses; does not throw. */
  synchronized void processPending() {
    boolean goesOn = true;
    while (goesOn && !pending.isEmpty()) {
      goesOn =
          guard.callInline(
              HOOK,
              () -> {
                pending.remove().accept(manager);
                return true;
              },
              // The failed event is dropped; the events after it are processed the next time.
              () -> false);
    }
  }

  /** Processes all pending events even while the guard is tripped: this is the last call. */
  synchronized void processAll() {
    while (!pending.isEmpty()) {
      guard.runAlways(HOOK, () -> pending.remove().accept(manager));
    }
  }
}
