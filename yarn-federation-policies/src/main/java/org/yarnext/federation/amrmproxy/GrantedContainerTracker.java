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
 * application did not ask for, and containers that the application can no longer receive after a
 * restart of the NodeManager. It stores a container as delivered before the application receives
 * it. Callers hold the session's lock unless a method says otherwise.
 */
final class GrantedContainerTracker {
  /** Limit of remembered withheld containers; far more than a sub-cluster releases at a time. */
  private static final int MOST_WITHHELD = 10_000;

  private final SplitHook hook;
  private final SplitLedgerAdapter book;
  private final GuardedSplitLedger ledger;

  /** Containers to release in the next call. */
  private final List<ContainerId> toRelease = new ArrayList<>();

  /** Containers withheld from the application, the oldest first. */
  private final Set<ContainerId> withheld = new LinkedHashSet<>();

  /** Number of entries of {@link #toRelease} in the call under way. */
  private int releasing;

  /** Where deliveries are stored, or null if they are not. */
  private SplitStateStore memory;

  private DeliveredContainerTracker handedOut = new DeliveredContainerTracker(true);
  private final UndeliveredContainerTracker unseen = new UndeliveredContainerTracker();

  GrantedContainerTracker(SplitHook hook, SplitLedgerAdapter book, GuardedSplitLedger ledger) {
    this.hook = hook;
    this.book = book;
    this.ledger = ledger;
  }

  /** Sets where deliveries are stored. Called without the lock, before the first call. */
  void rememberIn(SplitStateStore handed) {
    memory = handed;
  }

  /**
   * Forgets recorded deliveries after a restart of the NodeManager. Called without the lock, before
   * the first call.
   */
  void restarted() {
    handedOut = new DeliveredContainerTracker(false);
  }

  /**
   * Restores the deliveries recorded before a restart. Called without the lock, before the first
   * call.
   *
   * @param handed the stored image; null or empty if there is none
   * @throws IOException if the image cannot be read
   */
  void restore(byte[] handed) throws IOException {
    handedOut = DeliveredContainerTracker.read(handed);
  }

  /** Stores the recorded deliveries, if there is a store and the ledger acts. */
  void remember() {
    if (memory != null && ledger.acts()) {
      hook.guard()
          .runInline("federation.remember", () -> memory.keep(handedOut.image()), ledger::giveUp);
    }
  }

  /**
   * Finds the undelivered containers after a restart and marks them for release, unless a later
   * response still names them. Does nothing if the home sub-cluster is unknown.
   *
   * @param known all containers that ResourceManagers report for the application, by sub-cluster
   * @param home the home sub-cluster, or null if unknown
   */
  void giveBackUnseen(
      Map<ContainerId, SubClusterId> known, SubClusterId home, ApplicationAttemptId attempt) {
    if (ledger.acts() && home != null) {
      hook.guard()
          .runInline(
              "federation.unseen",
              () -> unseen.add(handedOut.unseen(known, home, attempt)),
              () -> {});
    }
  }

  /** Records that a sub-cluster responded. Thread-safe; the lock is not required. */
  void answered(SubClusterId from) {
    unseen.answered(from);
  }

  /** Adds the containers to release to the call. */
  void giveBackIn(AllocateRequest request) {
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
  void gaveBack() {
    toRelease.subList(0, releasing).clear();
    releasing = 0;
  }

  private void withhold(List<ContainerId> unheardOf) {
    toRelease.addAll(unheardOf);
    withheld.addAll(unheardOf);
    Iterator<ContainerId> oldest = withheld.iterator();
    while (withheld.size() > MOST_WITHHELD) {
      oldest.next();
      oldest.remove();
    }
  }

  /** Removes completions of withheld containers from the response. */
  void hideEnds(AllocateResponse response) {
    if (!withheld.isEmpty() && response.getCompletedContainersStatuses() != null) {
      hook.guard().runInline("federation.ended", () -> keepHeardOf(response), () -> {});
    }
  }

  private void keepHeardOf(AllocateResponse response) {
    List<ContainerStatus> ended = response.getCompletedContainersStatuses();
    List<ContainerStatus> heardOf = new ArrayList<>();
    for (ContainerStatus each : ended) {
      if (!withheld.remove(each.getContainerId())) {
        heardOf.add(each);
      }
    }
    if (heardOf.size() < ended.size()) {
      response.setCompletedContainersStatuses(heardOf);
    }
  }

  /**
   * Counts the granted containers, and withholds those that the application did not ask for.
   *
   * @param owners the sub-cluster of each container of the application
   */
  void judge(
      AllocateResponse response,
      Map<ContainerId, SubClusterId> owners,
      SubClusterResolver resolver,
      long nowMs) {
    if (!book.isGivenUp() && response.getAllocatedContainers() != null) {
      hook.guard()
          .runInline(
              "federation.granted",
              () -> keepWanted(response, owners, resolver, nowMs),
              ledger::giveUp);
    }
  }

  private void keepWanted(
      AllocateResponse response,
      Map<ContainerId, SubClusterId> owners,
      SubClusterResolver resolver,
      long nowMs) {
    List<Container> wanted = new ArrayList<>();
    List<ContainerId> unwanted = new ArrayList<>();
    for (Container container : response.getAllocatedContainers()) {
      ContainerId id = container.getId();
      SubClusterId owner = owners.get(id);
      if (handedOut.wasBefore(id, owner) || book.isWanted(container, owner, resolver, nowMs)) {
        wanted.add(container);
      } else {
        unwanted.add(id);
      }
    }
    if (!unwanted.isEmpty() && ledger.acts()) {
      response.setAllocatedContainers(wanted);
      withhold(unwanted);
      hook.released(unwanted.size());
    }
  }

  /**
   * Records the containers that the application is about to receive, and releases those that it can
   * no longer receive.
   *
   * @param owners the sub-cluster of each container of the application
   */
  void handOut(AllocateResponse response, Map<ContainerId, SubClusterId> owners) {
    List<Container> containers = response.getAllocatedContainers();
    if (containers != null) { // a withheld container that is granted again is not released
      containers.forEach(each -> withheld.remove(each.getId()));
      containers.forEach(each -> toRelease.remove(each.getId()));
    }
    if (containers != null && !containers.isEmpty() && memory != null && ledger.acts()) {
      hook.guard().runInline("federation.hand-out", () -> note(containers, owners), ledger::giveUp);
    }
    List<ContainerId> lost = unseen.afterCall();
    if (!lost.isEmpty() && ledger.acts()) {
      withhold(lost);
      hook.unseen(lost.size());
    }
  }

  /**
   * Records the containers of earlier attempts that the application receives when it registers.
   *
   * @param owners the sub-cluster of each container of the application
   * @param home the home sub-cluster, or null if unknown
   */
  void handOutEarlier(
      RegisterApplicationMasterResponse response,
      Map<ContainerId, SubClusterId> owners,
      SubClusterId home) {
    if (response == null || home == null || memory == null || !ledger.acts()) {
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
      hook.guard().runInline("federation.hand-out", () -> note(earlier, owners), ledger::giveUp);
    }
  }

  private void note(List<Container> containers, Map<ContainerId, SubClusterId> owners)
      throws IOException {
    boolean news = false;
    for (Container container : containers) {
      unseen.seen(container.getId());
      SubClusterId owner = owners.get(container.getId());
      if (owner == null) {
        // After a restart its sub-cluster may be known, and it must not count as undelivered then.
        handedOut = new DeliveredContainerTracker(false);
        news = true;
        break;
      }
      news |= handedOut.note(container.getId(), owner);
    }
    if (news) {
      memory.keep(handedOut.image());
    }
  }
}
