// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService.RecoveredContainerState;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService.RecoveredContainerStatus;
import org.apache.hadoop.yarn.server.nodemanager.recovery.RecoveryIterator;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;

/**
 * States of a NodeManager's containers when it last stopped, read from its state store; empty if
 * the NodeManager does not recover.
 */
public final class RecoveredContainerSnapshot {
  /** Containers that were running. */
  public final Set<ContainerId> running = new HashSet<>();

  /** Running containers that had been told to stop. */
  final Set<ContainerId> killed = new HashSet<>();

  /** Containers in stock's queue; emptied when stock is told that recovery is complete. */
  public final Set<ContainerId> queued = new HashSet<>();

  /** Reads the states; {@code store} may be null. */
  public static RecoveredContainerSnapshot read(NMStateStoreService store) throws IOException {
    RecoveredContainerSnapshot recovered = new RecoveredContainerSnapshot();
    if (store != null && store.canRecover()) {
      try (RecoveryIterator<RecoveredContainerState> states = store.getContainerStateIterator()) {
        while (states.hasNext()) {
          recovered.add(states.next());
        }
      }
    }
    return recovered;
  }

  private void add(RecoveredContainerState state) throws IOException {
    ContainerId id = id(state);
    if (state.getStatus() == RecoveredContainerStatus.LAUNCHED) {
      running.add(id);
      if (state.getKilled()) {
        killed.add(id);
      }
    } else if (state.getStatus() == RecoveredContainerStatus.QUEUED) {
      queued.add(id);
    }
  }

  /**
   * Returns the id as the container itself has it. Ids of stock's distributed scheduler may be
   * negative, and the state store, which keeps them as text, reads them back differently.
   */
  private static ContainerId id(RecoveredContainerState state) throws IOException {
    return state.getStartRequest() == null
        ? state.getContainerId()
        : BuilderUtils.newContainerTokenIdentifier(state.getStartRequest().getContainerToken())
            .getContainerID();
  }
}
