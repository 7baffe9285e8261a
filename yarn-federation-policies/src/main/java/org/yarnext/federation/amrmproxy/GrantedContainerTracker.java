// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.server.federation.resolver.SubClusterResolver;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.yarnext.federation.amrmproxy.ledger.SplitLedgerAdapter;
import org.yarnext.federation.amrmproxy.ledger.SplitStateStore;

/**
 * Tracks the containers granted to one application attempt. It releases containers that the
 * application did not request, and containers that the application can no longer receive after a
 * restart of the NodeManager. It stores a container as delivered before the application receives
 * it. Callers hold the session's lock unless a method says otherwise.
 */
final class GrantedContainerTracker {
  /** Limit of remembered withheld containers; far more than a sub-cluster releases at a time. */
  private static final int MAX_WITHHELD = 10_000;

  private final SplitHook hook;
  private final SplitLedgerAdapter adapter;
  private final GuardedSplitLedger ledger;

  /** Containers to release in the next call. */
  private final List<ContainerId> toRelease = new ArrayList<>();

  /** Containers withheld from the application, the oldest first. */
  private final Set<ContainerId> withheld = new LinkedHashSet<>();

  /** Number of entries of {@link #toRelease} in the call under way. */
  private int releasing;

  /** Where deliveries are stored, or null if they are not. */
  private SplitStateStore stateStore;

  private DeliveredContainerTracker deliveries = new DeliveredContainerTracker(true);
  private final UndeliveredContainerTracker undelivered = new UndeliveredContainerTracker();

  GrantedContainerTracker(SplitHook hook, SplitLedgerAdapter adapter, GuardedSplitLedger ledger) {
    this.hook = hook;
    this.adapter = adapter;
    this.ledger = ledger;
  }

  /** Sets where deliveries are stored. Called without the lock, before the first call. */
  void storeIn(SplitStateStore store) {
    stateStore = store;
  }

  /**
   * Forgets recorded deliveries after a restart of the NodeManager. Called without the lock, before
   * the first call.
   */
  void restarted() {
    deliveries = new DeliveredContainerTracker(false);
  }

  /**
   * Restores the deliveries recorded before a restart. Called without the lock, before the first
   * call.
   *
   * @param image the stored image; null or empty if there is none
   * @throws IOException if the image cannot be read
   */
  void restore(byte[] image) throws IOException {
    deliveries = DeliveredContainerTracker.read(image);
  }

  /** Stores the recorded deliveries, if there is a store and the ledger acts. */
  void save() {
    if (stateStore != null && ledger.acts()) {
      hook.guard()
          .runInline(
              "federation.remember", () -> stateStore.put(deliveries.image()), ledger::giveUp);
    }
  }

  /**
   * Finds the undelivered containers after a restart and marks them for release, unless a later
   * response still names them. Does nothing if the home sub-cluster is unknown.
   *
   * @param known returns all containers that ResourceManagers report for the application, by
   *     sub-cluster; called with the guard
   * @param home the home sub-cluster, or null if unknown
   */
  void releaseUndelivered(
      Supplier<Map<ContainerId, SubClusterId>> known,
      SubClusterId home,
      ApplicationAttemptId attempt) {
    if (ledger.acts() && home != null) {
      hook.guard()
          .runInline(
              "federation.unseen",
              () -> undelivered.add(deliveries.undelivered(known.get(), home, attempt)),
              () -> {});
    }
  }

  /** Records that a sub-cluster responded. Thread-safe; the lock is not required. */
  void answered(SubClusterId from) {
    undelivered.answered(from);
  }

  /** Adds the containers to release to the call. */
  void addReleases(AllocateRequest request) {
    releasing = toRelease.size();
    if (releasing > 0) {
      List<ContainerId> release = new ArrayList<>(toRelease);
      if (request.getReleaseList() != null) {
        release.addAll(request.getReleaseList());
      }
      request.setReleaseList(release);
    }
  }

  /** Clears the releases that the successful call has sent. */
  void releasesSent() {
    toRelease.subList(0, releasing).clear();
    releasing = 0;
  }

  private void withhold(List<ContainerId> unwanted) {
    toRelease.addAll(unwanted);
    withheld.addAll(unwanted);
    Iterator<ContainerId> oldest = withheld.iterator();
    while (withheld.size() > MAX_WITHHELD) {
      oldest.next();
      oldest.remove();
    }
  }

  /** Removes completions of withheld containers from the response. */
  void hideCompletions(AllocateResponse response) {
    if (!withheld.isEmpty() && response.getCompletedContainersStatuses() != null) {
      hook.guard().runInline("federation.ended", () -> removeWithheld(response), () -> {});
    }
  }

  private void removeWithheld(AllocateResponse response) {
    List<ContainerStatus> ended = response.getCompletedContainersStatuses();
    List<ContainerStatus> visible = new ArrayList<>();
    for (ContainerStatus each : ended) {
      if (!withheld.remove(each.getContainerId())) {
        visible.add(each);
      }
    }
    if (visible.size() < ended.size()) {
      response.setCompletedContainersStatuses(visible);
    }
  }

  /**
   * Counts the granted containers, and withholds those that the application did not request.
   *
   * @param owners the sub-cluster of each container of the application
   */
  void filterGranted(
      AllocateResponse response,
      Map<ContainerId, SubClusterId> owners,
      SubClusterResolver resolver,
      long nowMs) {
    if (!adapter.isGivenUp() && response.getAllocatedContainers() != null) {
      hook.guard()
          .runInline(
              "federation.granted",
              () -> withholdUnwanted(response, owners, resolver, nowMs),
              ledger::giveUp);
    }
  }

  private void withholdUnwanted(
      AllocateResponse response,
      Map<ContainerId, SubClusterId> owners,
      SubClusterResolver resolver,
      long nowMs) {
    List<Container> wanted = new ArrayList<>();
    List<ContainerId> unwanted = new ArrayList<>();
    for (Container container : response.getAllocatedContainers()) {
      ContainerId id = container.getId();
      SubClusterId owner = owners.get(id);
      if (deliveries.wasDeliveredBeforeRestart(id, owner)
          || adapter.isWanted(container, owner, resolver, nowMs)) {
        wanted.add(container);
      } else {
        unwanted.add(id);
      }
    }
    if (!unwanted.isEmpty() && ledger.acts()) {
      response.setAllocatedContainers(wanted);
      withhold(unwanted);
      hook.counts().released(unwanted.size());
    }
  }

  /**
   * Records the containers that the application is about to receive, and releases those that it can
   * no longer receive.
   *
   * @param owners the sub-cluster of each container of the application
   */
  void recordDelivery(AllocateResponse response, Map<ContainerId, SubClusterId> owners) {
    List<Container> containers = response.getAllocatedContainers();
    if (containers != null) { // a withheld container that is granted again is not released
      containers.forEach(each -> withheld.remove(each.getId()));
      containers.forEach(each -> toRelease.remove(each.getId()));
    }
    if (containers != null && !containers.isEmpty() && stateStore != null && ledger.acts()) {
      hook.guard()
          .runInline("federation.hand-out", () -> record(containers, owners), ledger::giveUp);
    }
    List<ContainerId> lost = undelivered.afterCall();
    if (!lost.isEmpty() && ledger.acts()) {
      withhold(lost);
      hook.counts().undelivered(lost.size());
    }
  }

  /**
   * Records the containers of earlier attempts that the application receives when it registers.
   *
   * @param owners the sub-cluster of each container of the application
   * @param home the home sub-cluster, or null if unknown
   */
  void recordEarlierContainers(
      RegisterApplicationMasterResponse response,
      Map<ContainerId, SubClusterId> owners,
      SubClusterId home) {
    if (response == null || home == null || stateStore == null || !ledger.acts()) {
      return;
    }
    List<Container> earlier = new ArrayList<>();
    for (Container container : response.getContainersFromPreviousAttempts()) {
      SubClusterId owner = owners.get(container.getId());
      if (owner != null && !owner.equals(home)) { // in the home each attempt has its own containers
        earlier.add(container);
      }
    }
    if (!earlier.isEmpty()) {
      hook.guard().runInline("federation.hand-out", () -> record(earlier, owners), ledger::giveUp);
    }
  }

  private void record(List<Container> containers, Map<ContainerId, SubClusterId> owners)
      throws IOException {
    boolean isChanged = false;
    for (Container container : containers) {
      undelivered.delivered(container.getId());
      SubClusterId owner = owners.get(container.getId());
      if (owner == null) {
        // After a restart its sub-cluster may be known, and it must not count as undelivered then.
        deliveries = new DeliveredContainerTracker(false);
        isChanged = true;
        break;
      }
      isChanged |= deliveries.record(container.getId(), owner);
    }
    if (isChanged) {
      stateStore.put(deliveries.image());
    }
  }
}
