// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainersMonitor;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerScheduler;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.overallocation.MeasuredUsage;

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

  private final ContainerScheduler stock;
  private final Consumer<Set<ContainerId>> listener;
  private final Map<ContainerId, Resource> sizes = new LinkedHashMap<>();

  /** Times at which containers were told to stop, in ms. */
  private final Map<ContainerId, Long> stopped = new HashMap<>();

  private volatile ResourceVector total = ResourceVector.NONE;
  private volatile int count;

  /**
   * Creates an empty registry beside stock's scheduler.
   *
   * @param listener gets the ids of all containers, in a set of its own, after each change; it must
   *     be quick and must not throw
   */
  public OverallocatedContainerRegistry(
      ContainerScheduler stock, Consumer<Set<ContainerId>> listener) {
    this.stock = stock;
    this.listener = listener;
  }

  /** Takes a container out of the account, before its start or while it runs. */
  public void add(Container c) {
    Resource size = Resource.newInstance(c.getResource());
    if (sizes.putIfAbsent(c.getContainerId(), size) == null) {
      subtract(size);
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

  /** The same before stock is told that it has completed, and subtracts its size of that moment. */
  public void onCompleted(Container c) {
    remove(c, c.getResource());
  }

  private boolean remove(Container c, Resource size) {
    boolean isHere = sizes.remove(c.getContainerId()) != null;
    stopped.remove(c.getContainerId());
    if (isHere) {
      add(size);
      changed();
    }
    return isHere;
  }

  /** Puts all containers back into the account. */
  public void removeAll() {
    sizes.values().forEach(this::add);
    sizes.clear();
    stopped.clear();
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

  /** Records that a container was told to stop. */
  public void onStopping(ContainerId id, long nowMs) {
    stopped.put(id, nowMs);
  }

  /**
   * Returns the memory that containers which were told to stop are about to free, in MB. One that
   * takes too long to stop does not count.
   */
  public long endingMb(NodeUsageSnapshot measured, long nowMs) {
    long sum = 0;
    for (Map.Entry<ContainerId, Long> e : stopped.entrySet()) {
      MeasuredUsage usage = measured.of(e.getKey());
      boolean counts = usage != null && nowMs - e.getValue() <= STOP_TIMEOUT_MS;
      sum += counts ? usage.memoryMb() : 0;
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
    ResourceVector sum = ResourceVector.NONE;
    for (Resource size : sizes.values()) {
      sum = sum.plus(ResourceCodec.vector(size));
    }
    total = sum;
    count = sizes.size();
    listener.accept(new HashSet<>(sizes.keySet()));
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
