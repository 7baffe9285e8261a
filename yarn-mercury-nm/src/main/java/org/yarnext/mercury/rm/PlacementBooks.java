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

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator.ContainerIdGenerator;

/**
 * What each application attempt has outstanding as opportunistic, as YARN's allocators keep it,
 * beside the book of stock's own processor; none while that is nothing, since a book lists all
 * nodes. Thread-safe; a book is for the calls of its application, which come one after the other.
 */
final class PlacementBooks {
  private final RMContext context;
  private final CoordinatedNodes nodes;
  private final int expiryMs;
  private final Map<ApplicationAttemptId, SharedNodesBook> books = new ConcurrentHashMap<>();

  /**
   * @param expiryMs how long a container's token is good for, in ms
   */
  PlacementBooks(RMContext context, CoordinatedNodes nodes, int expiryMs) {
    this.context = context;
    this.nodes = nodes;
    this.expiryMs = expiryMs;
  }

  /**
   * The application's book, with the nodes as the coordinator ranks them now if any of it waits.
   *
   * @param asks that are about to be noted in it
   * @return null if it has none and asks for nothing
   */
  SharedNodesBook open(SchedulerApplicationAttempt application, List<ResourceRequest> asks) {
    ApplicationAttemptId attempt = application.getApplicationAttemptId();
    boolean asksSome = asks.stream().anyMatch(ask -> ask.getNumContainers() > 0);
    SharedNodesBook book = books.get(attempt);
    if (book == null && asksSome) {
      book = newBook(application);
      books.put(attempt, book);
    }
    if (book != null) {
      book.see(nodes.byHost());
    }
    return book;
  }

  /** The call is over: a book in which nothing waits goes. */
  void close(ApplicationAttemptId attempt, SharedNodesBook book) {
    if (book.getOutstandingOpReqs().isEmpty()) {
      books.remove(attempt);
    }
  }

  private SharedNodesBook newBook(SchedulerApplicationAttempt application) {
    SharedNodesBook book = new SharedNodesBook();
    book.getBlacklist().addAll(application.getAppSchedulingInfo().getBlackListCopy());
    book.setContainerIdGenerator(
        new ContainerIdGenerator() {
          @Override
          public long generateContainerId() {
            return application.getAppSchedulingInfo().getNewContainerId();
          }
        });
    book.updateAllocationParams(
        context.getScheduler().getMinimumResourceCapability(),
        context.getScheduler().getMaximumResourceCapability(),
        context.getScheduler().getMinimumResourceCapability(),
        expiryMs);
    return book;
  }

  /** As stock's processor does it: an ask without a label is for the partition of the master. */
  static void label(ResourceRequest ask, SchedulerApplicationAttempt application) {
    if (ask.getNodeLabelExpression() == null) {
      ask.setNodeLabelExpression(application.getAppAMNodePartitionName());
    }
  }

  /** Drops what is outstanding; it is asked elsewhere or anew, or the attempt has ended. */
  void forget(ApplicationAttemptId attempt) {
    books.remove(attempt);
  }

  void clear() {
    books.clear();
  }
}
