// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainersMonitor;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerScheduler;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.overallocation.MemoryProtectionPolicy;

/**
 * Registry of the running containers that were started beyond the node's allocation. Stock's
 * scheduler runs them, but their resources are not in its account of what running containers
 * occupy, so that it decides on all others as if these were not there. Owned by the dispatcher
 * thread, as the account is.
 *
 * <p>Stock adds a container to the account when it starts it, and subtracts it when it has
 * completed; the registry does the opposite before it. Nothing else of stock's changes.
 */
public final class OverallocatedContainerRegistry {
  /** Time after which the memory of a container that was told to stop no longer counts as freed. */
  private static final long STOP_TIMEOUT_MS = 5_000;

  /** Number of the latest stops whose durations count. */
  private static final int STOPS = 8;

  /** States of a container whose process has ended. */
  private static final Set<ContainerState> ENDED =
      EnumSet.of(
          ContainerState.CONTAINER_CLEANEDUP_AFTER_KILL,
          ContainerState.CONTAINER_RESOURCES_CLEANINGUP,
          ContainerState.EXITED_WITH_SUCCESS,
          ContainerState.EXITED_WITH_FAILURE,
          ContainerState.DONE);

  private final ContainerScheduler stock;
  private final BiConsumer<Set<ContainerId>, Long> listener;
  private final Map<ContainerId, Resource> sizes = new LinkedHashMap<>();

  /** The same containers, for other threads. */
  private final Set<ContainerId> ids = ConcurrentHashMap.newKeySet();

  /** Containers that were told to stop, until a measurement of the host shows their end. */
  private final Map<ContainerId, Stop> stopped = new HashMap<>();

  /** Durations of the latest stops, in ms. */
  private final Deque<Long> stopDurations = new ArrayDeque<>();

  /** A container that was told to stop. */
  private static final class Stop {
    private final long atMs;
    private final long memoryMb;

    /** Time when its process was known to have ended, in ms; 0 before. */
    private long endedMs;

    private Stop(long atMs, long memoryMb) {
      this.atMs = atMs;
      this.memoryMb = memoryMb;
    }
  }

  private volatile ResourceVector total = ResourceVector.NONE;
  private volatile long stopMs = MemoryProtectionPolicy.STOP_TIME_MS;
  private volatile int count;

  /**
   * Creates an empty registry beside stock's scheduler.
   *
   * @param listener gets, after each change, the ids of all containers, in a thread-safe set that
   *     follows later changes, and the time that a stop takes, in ms; it must be quick and must not
   *     throw
   */
  public OverallocatedContainerRegistry(
      ContainerScheduler stock, BiConsumer<Set<ContainerId>, Long> listener) {
    this.stock = stock;
    this.listener = listener;
  }

  /** Takes a container out of the account, before its start or while it runs. */
  public void add(Container c) {
    Resource size = Resource.newInstance(c.getResource());
    if (sizes.putIfAbsent(c.getContainerId(), size) == null) {
      subtract(size);
      total = total.plus(ResourceCodec.vector(size));
      ids.add(c.getContainerId());
      changed();
    }
  }

  /**
   * Puts a container back into the account, because it did not start or became part of the
   * allocation; does nothing if it is not here.
   */
  public boolean remove(Container c) {
    return remove(c, sizes.get(c.getContainerId()));
  }

  /**
   * Puts a container that has completed back into the account; does nothing if it is not here. Must
   * be called before stock is told, since stock then subtracts its size of that moment.
   *
   * @param nowMs the node's clock, in ms
   */
  public void onCompleted(Container c, long nowMs) {
    Stop stop = stopped.get(c.getContainerId());
    if (stop != null) {
      // Its process may have ended long before the node has cleaned up after it.
      stop.endedMs = stop.endedMs == 0 ? nowMs : stop.endedMs;
      if (stop.atMs <= stop.endedMs) {
        stopDurations.add(Math.min(STOP_TIMEOUT_MS, stop.endedMs - stop.atMs));
        if (stopDurations.size() > STOPS) {
          stopDurations.remove();
        }
        stopMs = Collections.max(stopDurations);
      }
    }
    if (sizes.containsKey(c.getContainerId())) {
      remove(c, c.getResource());
    }
    if (stop != null) {
      stopped.put(c.getContainerId(), stop);
    }
  }

  /**
   * Returns the time that a stop takes, in ms: the longest of the latest ones, at most 5 s. Safe on
   * any thread.
   */
  public long stopMs() {
    return stopMs;
  }

  private boolean remove(Container c, Resource size) {
    Resource known = sizes.remove(c.getContainerId());
    stopped.remove(c.getContainerId());
    if (known != null) {
      add(size);
      total = total.minus(ResourceCodec.vector(known));
      ids.remove(c.getContainerId());
      changed();
    }
    return known != null;
  }

  /** Puts all containers back into the account. */
  public void removeAll() {
    sizes.values().forEach(this::add);
    sizes.clear();
    stopped.clear();
    total = ResourceVector.NONE;
    ids.clear();
    changed();
  }

  /**
   * Follows a change that stock has made to a container: a promoted one belongs to the allocation.
   *
   * @return whether the container was here and changed
   */
  public boolean update(Container c) {
    Resource before = sizes.get(c.getContainerId());
    boolean isChanged = before != null && (isGuaranteed(c) || !before.equals(c.getResource()));
    if (isChanged) {
      remove(c);
      if (!isGuaranteed(c)) {
        add(c);
      }
    }
    return isChanged;
  }

  private static boolean isGuaranteed(Container c) {
    return c.getContainerTokenIdentifier().getExecutionType() == ExecutionType.GUARANTEED;
  }

  /**
   * Records that a container was told to stop.
   *
   * @param memoryMb what it was measured to use, in MB; 0 if unknown
   */
  public void onStopping(ContainerId id, long memoryMb, long nowMs) {
    stopped.put(id, new Stop(nowMs, memoryMb));
  }

  /**
   * Returns the memory that containers which were told to stop are about to free, in MB, and what
   * they have freed since the host was measured. One that takes too long to stop does not count.
   * One that has ended does not count for long although it holds its resources until the node has
   * cleaned up after it: what it freed is available already.
   *
   * @param known the node's containers
   * @param measuredMs time of the measurement of the host, in ms
   */
  public long endingMb(Map<ContainerId, Container> known, long measuredMs, long nowMs) {
    long sum = 0;
    for (Iterator<Map.Entry<ContainerId, Stop>> all = stopped.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<ContainerId, Stop> each = all.next();
      Stop stop = each.getValue();
      Container c = known.get(each.getKey());
      if (stop.endedMs == 0 && (c == null || ENDED.contains(c.getContainerState()))) {
        stop.endedMs = nowMs;
      }
      // The clock may have been set back.
      boolean isTimely = Math.abs(nowMs - stop.atMs) <= STOP_TIMEOUT_MS;
      boolean isShown = stop.endedMs != 0 && measuredMs > stop.endedMs;
      if (isTimely && !isShown) {
        sum += stop.memoryMb;
      } else if (!sizes.containsKey(each.getKey())) {
        all.remove();
      }
    }
    return sum;
  }

  public boolean contains(ContainerId id) {
    return sizes.containsKey(id);
  }

  public boolean isEmpty() {
    return sizes.isEmpty();
  }

  /**
   * Returns the containers that were not told to stop, those started first at the beginning.
   *
   * @param known the node's containers
   */
  public List<Container> staying(Map<ContainerId, Container> known) {
    List<Container> staying = new ArrayList<>();
    for (ContainerId id : sizes.keySet()) {
      Container c = known.get(id);
      boolean ends = c == null || c.isMarkedForKilling() || c.isContainerInFinalStates();
      // One whose promotion is on its way here is guaranteed already.
      if (!ends && !stopped.containsKey(id) && !isGuaranteed(c)) {
        staying.add(c);
      }
    }
    return staying;
  }

  /** Returns the resources of all containers; safe on any thread. */
  public ResourceVector total() {
    return total;
  }

  /** Returns the number of containers; safe on any thread. */
  public int count() {
    return count;
  }

  private void changed() {
    count = sizes.size();
    listener.accept(Collections.unmodifiableSet(ids), stopMs);
  }

  private void add(Resource size) {
    ContainersMonitor.increaseResourceUtilization(
        stock.getContainersMonitor(), stock.getCurrentUtilization(), size);
  }

  private void subtract(Resource size) {
    ContainersMonitor.decreaseResourceUtilization(
        stock.getContainersMonitor(), stock.getCurrentUtilization(), size);
  }
}
