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
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;

/**
 * Decides in the ResourceManager where opportunistic containers would go, while stock places them:
 * it keeps a book of its own of what stock is asked, from which it takes what stock has granted.
 * Thread-safe; calls for one application come one after the other.
 */
final class ShadowPlacement {
  private final RMContext context;
  private final CentralAllocator central;

  ShadowPlacement(RMContext context, CentralAllocator central) {
    this.context = context;
    this.central = central;
  }

  /** What stock is asked as opportunistic; copies, since stock's book keeps and lowers its own. */
  static List<ResourceRequest> opportunistic(List<ResourceRequest> asks) {
    List<ResourceRequest> copies = new ArrayList<>();
    for (ResourceRequest ask : asks) {
      if (ask.getExecutionTypeRequest() != null
          && ask.getExecutionTypeRequest().getExecutionType() == ExecutionType.OPPORTUNISTIC) {
        copies.add(ResourceRequest.clone(ask));
      }
    }
    return copies;
  }

  /**
   * Stock has served a call: says where what was outstanding in it would have gone.
   *
   * @param asks as {@link #opportunistic} gave them before the call
   */
  void follow(
      ApplicationAttemptId attempt,
      ResourceBlacklistRequest blacklist,
      List<ResourceRequest> asks,
      AllocateResponse response) {
    SchedulerApplicationAttempt application = ActiveScheduler.current(context, attempt);
    if (application == null) {
      return;
    }
    asks.forEach(ask -> PlacementBooks.label(ask, application));
    SharedNodesBook book = central.books.open(application, asks);
    if (book != null) {
      central.allocator.note(blacklist, asks, attempt, book);
      if (central.ready()) {
        central.allocator.consider(attempt, book);
      }
    }
    for (Container c : response.getAllocatedContainers()) {
      if (c.getExecutionType() == ExecutionType.OPPORTUNISTIC) {
        central.allocator.placedByStock(c, attempt, book);
      }
    }
    if (book != null) {
      central.books.close(attempt, book);
    }
  }

  /** Drops what is outstanding: it is asked anew, or the attempt has ended. */
  void forget(ApplicationAttemptId attempt) {
    central.books.forget(attempt);
  }
}
