// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.node;

import java.util.LinkedHashMap;
import java.util.Map;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.queue.OpportunisticQueue;

/**
 * Registry of the opportunistic containers of one node, with the ends of those that waited. An
 * event of a container that is not registered changes nothing. Not thread-safe.
 *
 * <p>Ledger: {@code enqueued == started + shed + promoted + left + size} at all times.
 */
final class NodeContainerRegistry {
  final OpportunisticQueue waiting;
  final RunningContainerTracker running;
  private long enqueued;
  private long started;
  private long shed;
  private long promoted;
  private long left;

  NodeContainerRegistry(OpportunisticQueue waiting, RunningContainerTracker running) {
    this.waiting = waiting;
    this.running = running;
  }

  void onEnqueued(ContainerView c) {
    if (waiting.get(c.id()) == null) {
      enqueued++;
    }
    waiting.add(c);
  }

  void onStarted(ContainerView c, long nowMs) {
    if (waiting.remove(c.id()) != null) {
      started++;
    }
    running.onStarted(c, nowMs);
  }

  void onShed(String id) {
    if (waiting.remove(id) != null) {
      shed++;
    }
  }

  void onPromoted(String id, long nowMs) {
    if (waiting.remove(id) != null) {
      promoted++;
    }
    running.containerEnded(id, nowMs);
  }

  void onFinished(String id, long nowMs) {
    if (waiting.remove(id) != null) {
      left++;
    }
    running.containerEnded(id, nowMs);
  }

  void onChanged(ContainerView c) {
    if (waiting.get(c.id()) != null) {
      waiting.add(c);
    } else {
      running.onChanged(c);
    }
  }

  /** Returns the container; null if it neither waits nor runs. */
  ContainerView get(String id) {
    ContainerView c = waiting.get(id);
    return c != null ? c : running.get(id);
  }

  Map<String, Long> ledger() {
    Map<String, Long> ledger = new LinkedHashMap<>();
    ledger.put("enqueued", enqueued);
    ledger.put("started", started);
    ledger.put("shed", shed);
    ledger.put("promoted", promoted);
    ledger.put("left", left);
    ledger.put("size", (long) waiting.size());
    return ledger;
  }
}
