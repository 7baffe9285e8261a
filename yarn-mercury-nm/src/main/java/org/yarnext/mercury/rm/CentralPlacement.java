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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Places opportunistic containers in the ResourceManager where the coordinator's waits are least,
 * as stock's processor does by its own measure; what it makes are the same containers. Thread-safe;
 * calls for one application come one after the other.
 */
final class CentralPlacement {
  private static final Logger LOG = LoggerFactory.getLogger(CentralPlacement.class);

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
   * @param made empty; takes what the scheduler was told of, also if this throws
   * @return false if something was placed on a node that has just left, and is to be asked again
   */
  boolean place(
      ApplicationAttemptId attempt,
      ResourceBlacklistRequest blacklist,
      List<ResourceRequest> asks,
      AllocateResponse response,
      List<Container> made)
      throws YarnException {
    SchedulerApplicationAttempt application = ActiveScheduler.current(context, attempt);
    if (application == null) {
      return true;
    }
    SharedNodesBook book = central.books.open(application, asks);
    if (book == null) {
      return true;
    }
    asks.forEach(ask -> PlacementBooks.label(ask, application));
    List<Container> placed =
        central.allocator.allocateContainers(
            blacklist,
            asks,
            attempt,
            book,
            ResourceManager.getClusterTimeStamp(),
            application.getUser());
    central.books.close(attempt, book);
    for (Container c : placed) {
      RMContainer known = SchedulerUtils.createOpportunisticRmContainer(context, c, false);
      if (known != null) {
        made.add(c);
        OpportunisticSchedulerMetrics.getMetrics().incrAllocatedOppContainers(1);
        known.handle(new RMContainerEvent(c.getId(), RMContainerEventType.ACQUIRED));
      } else {
        central.allocator.takenBack(c);
      }
    }
    if (!made.isEmpty()) {
      application.updateNMTokens(made);
      // A copy: what the answer has already is added to the list.
      ApplicationMasterServiceUtils.addToAllocatedContainers(response, new ArrayList<>(made));
    }
    return made.size() == placed.size();
  }

  /**
   * Releases at once what {@link #place} has made in a call that failed after it: the application
   * never hears of it, and the node would keep the room until it expires.
   */
  void takeBack(ApplicationAttemptId attempt, List<Container> made) {
    AbstractYarnScheduler<?, ?> scheduler = ActiveScheduler.of(context);
    for (Container c : made) {
      scheduler.completedContainer(
          scheduler.getRMContainer(c.getId()),
          SchedulerUtils.createAbnormalContainerStatus(
              c.getId(), SchedulerUtils.RELEASED_CONTAINER),
          RMContainerEventType.RELEASED);
      central.allocator.takenBack(c);
    }
    LOG.debug(
        "Released {} opportunistic containers of a call that failed: {}", made.size(), attempt);
  }

  /** Drops what is outstanding; it is asked elsewhere, or the attempt has ended. */
  void forget(ApplicationAttemptId attempt) {
    central.books.forget(attempt);
    central.allocator.forget(attempt);
  }
}
