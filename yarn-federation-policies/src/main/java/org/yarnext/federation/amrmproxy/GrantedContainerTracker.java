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
 * Tracks the containers granted to one application attempt, and releases those that it did not ask
 * for or will not hear of after a restart of the NodeManager. What it does see is remembered before
 * it is seen. To be called under its session's lock, where nothing else is said.
 */
final class GrantedContainerTracker {
  /** Far more than a sub-cluster takes back at a time; the end of older ones is no secret. */
  private static final int MOST_WITHHELD = 10_000;

  private final SplitHook hook;
  private final SplitLedgerAdapter book;
  private final GuardedSplitLedger ledger;
  private final List<ContainerId> toRelease = new ArrayList<>();

  /** Of which the application was not told; the oldest first. */
  private final Set<ContainerId> withheld = new LinkedHashSet<>();

  /** How many of them are in the call that is under way. */
  private int releasing;

  /** Null while nobody remembers. */
  private SplitStateStore memory;

  private DeliveredContainerTracker handedOut = new DeliveredContainerTracker(true);
  private final UndeliveredContainerTracker unseen = new UndeliveredContainerTracker();

  GrantedContainerTracker(SplitHook hook, SplitLedgerAdapter book, GuardedSplitLedger ledger) {
    this.hook = hook;
    this.book = book;
    this.ledger = ledger;
  }

  /** Not under the lock, before the first call. */
  void rememberIn(SplitStateStore handed) {
    memory = handed;
  }

  /** The NodeManager came back. Not under the lock, before the first call. */
  void restarted() {
    handedOut = new DeliveredContainerTracker(false);
  }

  /**
   * Goes on from what was remembered before a restart. Not under the lock, before the first call.
   *
   * @param handed null or empty if there is nothing
   * @throws IOException if it cannot be read
   */
  void restore(byte[] handed) throws IOException {
    handedOut = DeliveredContainerTracker.read(handed);
  }

  void remember() {
    if (memory != null && ledger.acts()) {
      hook.guard()
          .runInline("federation.remember", () -> memory.keep(handedOut.image()), ledger::giveUp);
    }
  }

  /**
   * Of the containers that ResourceManagers have of the application, sees to it that those are
   * given back of which it will not hear.
   *
   * @param home null if it is not known
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

  /** A sub-cluster answered. On any thread, with or without the lock. */
  void answered(SubClusterId from) {
    unseen.answered(from);
  }

  /** Has the call give back what nobody wants. */
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

  /** A call came through, and with it what it gave back. */
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

  /** Keeps the end of containers from the application of which it was not told. */
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
   * Counts what was granted, and keeps from the application what nobody asked for.
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
   * Notes which containers the application is about to see.
   *
   * @param owners the sub-cluster of each container of the application
   */
  void handOut(AllocateResponse response, Map<ContainerId, SubClusterId> owners) {
    List<Container> containers = response.getAllocatedContainers();
    if (containers != null) { // named once more, after all
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
   * Notes which containers of earlier attempts the application is told of when it registers.
   *
   * @param owners the sub-cluster of each container of the application
   * @param home null if it is not known
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
      if (owner != null && !owner.equals(home)) { // at home each attempt counts its own
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
        // Whose it is, is known again after a restart: then it must not be taken for unseen.
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
