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
package org.yarnext.orchestrator.nm;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.yarnext.common.guard.Guard;

/**
 * Queues events of containers, in their order, until a thread that may wait for the kernel takes
 * them up. While the guard keeps the feature out of the way all of it stays. Thread-safe.
 */
final class ContainerEventQueue {
  private static final String HOOK = "orchestrator.told";

  private final Queue<Consumer<NodeTaskManager>> told = new ConcurrentLinkedQueue<>();
  private final NodeTaskManager manager;
  private final Guard guard;

  ContainerEventQueue(NodeTaskManager manager, Guard guard) {
    this.manager = manager;
    this.guard = guard;
  }

  /** Returns at once, whoever takes up events meanwhile. */
  void add(Consumer<NodeTaskManager> event) {
    told.add(event);
  }

  /** Takes up all there is, as far as the guard lets it; does not throw. */
  synchronized void takeUp() {
    boolean goesOn = true;
    while (goesOn && !told.isEmpty()) {
      goesOn =
          guard.callInline(
              HOOK,
              () -> {
                told.remove().accept(manager);
                return true;
              },
              // One that failed is not tried again; those after it are, the next time.
              () -> false);
    }
  }

  /** Takes up all there is, whatever the guard says: there is no later. */
  synchronized void takeUpLast() {
    while (!told.isEmpty()) {
      guard.runAlways(HOOK, () -> told.remove().accept(manager));
    }
  }
}
