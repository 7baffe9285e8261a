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
package org.yarnext.mercury.nm;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService.RecoveredContainerState;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService.RecoveredContainerStatus;
import org.apache.hadoop.yarn.server.nodemanager.recovery.RecoveryIterator;

/** Reads from the NodeManager's own state store which containers ran when it stopped. */
final class RecoveredRunning {
  private RecoveredRunning() {}

  /** The running containers' ids; a new, mutable set, empty if the NodeManager does not recover. */
  static Set<ContainerId> read(NMStateStoreService store) throws IOException {
    Set<ContainerId> running = new HashSet<>();
    if (store != null && store.canRecover()) {
      try (RecoveryIterator<RecoveredContainerState> states = store.getContainerStateIterator()) {
        while (states.hasNext()) {
          RecoveredContainerState state = states.next();
          if (state.getStatus() == RecoveredContainerStatus.LAUNCHED) {
            running.add(state.getContainerId());
          }
        }
      }
    }
    return running;
  }
}
