// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.Resource;

/**
 * Remembers with which free resources a node is of no use for any attempt, so that only the
 * attempts are examined that have changed since a node with the same free resources was offered.
 * Used under the scheduler's write lock, except for {@link #changed}.
 */
final class RejectedOfferTable {
  private static final int MAX_SIZES = 256;

  /**
   * The attempts in the order of their changes; an attempt is in force at its latest place only.
   */
  private final List<OpenFairAttempt> order = new ArrayList<>();

  /** The attempts of each queue in the order in which stock would offer nodes to them. */
  private final Map<FSLeafQueue, List<OpenFairAttempt>> queues = new IdentityHashMap<>();

  private final Map<List<Object>, RejectedSize> sizes = new HashMap<>();
  private final Queue<OpenFairAttempt> changed = new ConcurrentLinkedQueue<>();
  private final List<OpenFairAttempt> examined = new ArrayList<>();
  private volatile long state = -1;
  private boolean isAnyExamined;
  private int maxOrder;

  /** Knowledge about nodes with the same free resources. */
  private static final class RejectedSize {
    /** Number of places in the order up to which all attempts reject such a node. */
    int rejecting;

    /** Sizes for which such a node may not be reserved, with an attempt that requests the size. */
    final Map<Resource, OpenFairAttempt> notReserved = new HashMap<>(4);
  }

  /** Records that an attempt may not reject any more what it rejected; on any thread. */
  void changed(OpenFairAttempt attempt) {
    changed.add(attempt);
  }

  /**
   * Returns whether all attempts reject the node of this walk.
   *
   * @param latest number of the state of all that the attempts have in common
   * @param usedDisk disk bandwidth that under-sized containers use on the node
   * @param all supplies the attempts if the state differs from that of the last call
   */
  boolean isRejected(
      FSSchedulerNode node, long latest, double usedDisk, Supplier<List<OpenFairAttempt>> all) {
    examined.clear();
    isAnyExamined = false;
    renew(latest, all);
    Resource free = node.getUnallocatedResource();
    List<Object> size = Arrays.asList(free.getMemorySize(), free.getVirtualCores(), usedDisk);
    RejectedSize known = sizes.get(size);
    if (known == null) {
      if (sizes.size() >= MAX_SIZES) {
        sizes.clear();
      }
      known = new RejectedSize();
      sizes.put(size, known);
    }
    for (Map.Entry<Resource, OpenFairAttempt> each : known.notReserved.entrySet()) {
      if (!each.getValue().isRefusedReservation(each.getKey(), node)) {
        return false;
      }
    }
    while (known.rejecting < order.size()) {
      OpenFairAttempt attempt = order.get(known.rejecting);
      if (attempt.place == known.rejecting) {
        isAnyExamined = true;
        if (!isRejecting(attempt, node, free, known)) {
          return false;
        }
      }
      known.rejecting++;
    }
    return true;
  }

  /**
   * Returns the attempts of a queue in the order in which stock would offer nodes to them.
   *
   * @param latest as of {@link #isRejected}
   * @param all as of {@link #isRejected}
   */
  List<OpenFairAttempt> inOrder(
      FSLeafQueue queue, long latest, Supplier<List<OpenFairAttempt>> all) {
    renew(latest, all);
    return queues.getOrDefault(queue, Collections.emptyList());
  }

  private void renew(long latest, Supplier<List<OpenFairAttempt>> all) {
    if (latest != state || order.size() > maxOrder) {
      state = latest;
      restart(all.get());
    }
    for (OpenFairAttempt each = changed.poll(); each != null; each = changed.poll()) {
      append(each);
      List<OpenFairAttempt> queue = queues.get(each.getQueue());
      if (queue != null && queue.remove(each)) {
        insert(queue, each);
      }
    }
  }

  /** Returns whether the last call examined an attempt. */
  boolean isAnyExamined() {
    return isAnyExamined;
  }

  /** Returns the attempts that the last call found to reject the node, and that it examined. */
  List<OpenFairAttempt> examined() {
    return examined;
  }

  private void restart(List<OpenFairAttempt> all) {
    order.clear();
    sizes.clear();
    queues.clear();
    changed.clear();
    Map<FSLeafQueue, Set<FSAppAttempt>> notRunnable = new IdentityHashMap<>();
    for (OpenFairAttempt each : all) {
      boolean isOffered =
          !each.isStopped()
              && !notRunnable
                  .computeIfAbsent(each.getQueue(), RejectedOfferTable::notRunnable)
                  .contains(each);
      if (isOffered) { // one that becomes runnable is added by the next restart
        append(each);
        insert(queues.computeIfAbsent(each.getQueue(), queue -> new ArrayList<>()), each);
      }
    }
    maxOrder = 1_000 + 4 * order.size();
  }

  private static Set<FSAppAttempt> notRunnable(FSLeafQueue queue) {
    Set<FSAppAttempt> attempts = Collections.newSetFromMap(new IdentityHashMap<>());
    attempts.addAll(queue.getCopyOfNonRunnableAppSchedulables());
    return attempts;
  }

  /**
   * Forgets all attempts; on any thread.
   *
   * @param lock the scheduler's write lock, taken if there is anything to forget
   */
  void clear(Lock lock) {
    if (state >= 0) {
      lock.lock();
      try {
        state = -1;
        restart(Collections.emptyList());
        examined.clear();
      } finally {
        lock.unlock();
      }
    }
  }

  private void append(OpenFairAttempt attempt) {
    attempt.changeSeen();
    attempt.place = order.size();
    order.add(attempt);
  }

  /** Unlike a sort, this cannot fail while another thread changes what is compared. */
  private static void insert(List<OpenFairAttempt> queue, OpenFairAttempt attempt) {
    Comparator<Schedulable> comparator = attempt.getQueue().getPolicy().getComparator();
    int low = 0;
    int high = queue.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (comparator.compare(queue.get(middle), attempt) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    queue.add(low, attempt);
  }

  private boolean isRejecting(
      OpenFairAttempt attempt, FSSchedulerNode node, Resource free, RejectedSize known) {
    if (attempt.passesOnBelow(free, state) || attempt.hasNoDemand()) {
      return true;
    }
    if (!attempt.rejects(node)) {
      return attempt.isStopped() || !attempt.getQueue().isRunnableApp(attempt);
    }
    attempt.remember(state);
    attempt.reservable().forEach(size -> known.notReserved.putIfAbsent(size, attempt));
    examined.add(attempt);
    return true;
  }
}
