// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AttemptReadLock;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * An application attempt's requests and containers in the scheduler, as the application sees them
 * between two calls. A container that no response has contained counts as a request, as YARN
 * restores it if the container is lost before that. Immutable once taken.
 */
public final class SchedulerRequestSnapshot {
  /** States of containers that no response has contained yet. */
  private static final Set<RMContainerState> NOT_ACQUIRED =
      EnumSet.of(RMContainerState.NEW, RMContainerState.ALLOCATED);

  private final Map<SchedulerRequestKey, Map<String, ResourceRequest>> requests =
      new LinkedHashMap<>();

  private final List<Container> containers = new ArrayList<>();

  private SchedulerRequestSnapshot() {}

  /**
   * Takes a snapshot of an application attempt. Must be called during a call of the application, so
   * that it cannot change its requests meanwhile.
   *
   * @param master the container of its master, which is left out; null if it has none
   */
  public static SchedulerRequestSnapshot of(
      SchedulerApplicationAttempt attempt, ContainerId master) {
    SchedulerRequestSnapshot snapshot = new SchedulerRequestSnapshot();
    Lock lock = AttemptReadLock.of(attempt);
    lock.lock();
    try {
      snapshot.addWaiting(attempt.getAppSchedulingInfo());
      for (RMContainer container : attempt.getLiveContainers()) {
        if (NOT_ACQUIRED.contains(container.getState())) {
          snapshot.addGranted(container);
        } else if (!container.getContainerId().equals(master)) {
          snapshot.containers.add(container.getContainer());
        }
      }
    } finally {
      lock.unlock();
    }
    return snapshot;
  }

  /** Returns copies of the outstanding guaranteed requests, the total of each key first. */
  public List<ResourceRequest> requests() {
    List<ResourceRequest> all = new ArrayList<>();
    requests.values().forEach(byName -> all.addAll(byName.values()));
    return all;
  }

  /** Returns the live containers that the application has received. */
  public List<Container> containers() {
    return containers;
  }

  private void addWaiting(AppSchedulingInfo info) {
    for (SchedulerRequestKey key : info.getSchedulerKeys()) {
      AppPlacementAllocator<?> allocator = info.getAppPlacementAllocator(key);
      if (allocator != null) {
        Map<String, ResourceRequest> waiting = new HashMap<>(allocator.getResourceRequests());
        add(key, waiting.remove(ResourceRequest.ANY));
        waiting.values().forEach(request -> add(key, request));
      }
    }
  }

  private void addGranted(RMContainer container) {
    ContainerRequest request = container.getContainerRequest();
    if (request != null && request.getResourceRequests() != null) {
      List<ResourceRequest> entries = new ArrayList<>(request.getResourceRequests());
      entries.sort((a, b) -> Boolean.compare(isHostOrRack(a), isHostOrRack(b)));
      entries.forEach(entry -> add(container.getAllocatedSchedulerKey(), entry));
    }
  }

  private static boolean isHostOrRack(ResourceRequest request) {
    return !ResourceRequest.isAnyLocation(request.getResourceName());
  }

  /**
   * Adds a request, except YARN's own requests for promotions and increases, which name a container
   * to update.
   */
  private void add(SchedulerRequestKey key, ResourceRequest request) {
    if (request != null && key.getContainerToUpdate() == null) {
      Map<String, ResourceRequest> byName =
          requests.computeIfAbsent(key, any -> new LinkedHashMap<>());
      ResourceRequest known = byName.get(request.getResourceName());
      if (known == null) {
        byName.put(request.getResourceName(), ResourceRequest.clone(request));
      } else {
        known.setNumContainers(known.getNumContainers() + request.getNumContainers());
      }
    }
  }
}
