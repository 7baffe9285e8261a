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
package org.yarnext.mercury.rm;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceUtils;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.metrics.OpportunisticSchedulerMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;

/**
 * Places opportunistic containers in the ResourceManager where the coordinator's waits are least,
 * as stock's processor does by its own measure; what it makes are the same containers. Thread-safe;
 * calls for one application come one after the other.
 */
final class CentralPlacement {
  private final RMContext context;
  private final CentralAllocator central;

  CentralPlacement(RMContext context, CentralAllocator central) {
    this.context = context;
    this.central = central;
  }

  boolean ready() {
    return central.ready();
  }

  /**
   * Places what is asked and what is still outstanding, and adds it to the answer.
   *
   * @param asks absolute, and only what changes
   */
  void place(
      ApplicationAttemptId attempt,
      ResourceBlacklistRequest blacklist,
      List<ResourceRequest> asks,
      AllocateResponse response)
      throws YarnException {
    SchedulerApplicationAttempt application =
        ((AbstractYarnScheduler<?, ?>) context.getScheduler()).getApplicationAttempt(attempt);
    if (application == null || !application.getApplicationAttemptId().equals(attempt)) {
      return;
    }
    asks.forEach(ask -> PlacementBooks.label(ask, application));
    List<Container> placed =
        central.allocator.allocateContainers(
            blacklist,
            asks,
            attempt,
            central.books.open(application),
            ResourceManager.getClusterTimeStamp(),
            application.getUser());
    List<Container> known = new ArrayList<>(placed.size());
    for (Container c : placed) {
      RMContainer made = SchedulerUtils.createOpportunisticRmContainer(context, c, false);
      if (made != null) {
        made.handle(new RMContainerEvent(c.getId(), RMContainerEventType.ACQUIRED));
        known.add(c);
      }
    }
    if (!known.isEmpty()) {
      OpportunisticSchedulerMetrics.getMetrics().incrAllocatedOppContainers(known.size());
      application.updateNMTokens(known);
      ApplicationMasterServiceUtils.addToAllocatedContainers(response, known);
    }
  }

  /** Drops what is outstanding; it is asked elsewhere, or the attempt has ended. */
  void forget(ApplicationAttemptId attempt) {
    central.books.forget(attempt);
  }
}
