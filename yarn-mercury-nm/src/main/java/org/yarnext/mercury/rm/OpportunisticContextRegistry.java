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
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator.ContainerIdGenerator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;

/**
 * Registry of what each application attempt has outstanding as opportunistic, as YARN's allocators
 * keep it, beside the contexts of stock's own processor; none while that is nothing. Thread-safe; a
 * context is for the calls of its application, which come one after the other.
 */
final class OpportunisticContextRegistry {
  private final RMContext context;
  private final ClusterRankingSource source;
  private final int expiryMs;
  private final Map<ApplicationAttemptId, OpportunisticContainerContext> contexts =
      new ConcurrentHashMap<>();

  /**
   * @param expiryMs how long a container's token is good for, in ms
   */
  OpportunisticContextRegistry(RMContext context, ClusterRankingSource source, int expiryMs) {
    this.context = context;
    this.source = source;
    this.expiryMs = expiryMs;
  }

  /**
   * The application's context.
   *
   * @param asks that are about to be noted in it
   * @return null if it has none and asks for nothing
   */
  OpportunisticContainerContext open(
      SchedulerApplicationAttempt application, List<ResourceRequest> asks) {
    ApplicationAttemptId attempt = application.getApplicationAttemptId();
    boolean asksSome = asks.stream().anyMatch(ask -> ask.getNumContainers() > 0);
    OpportunisticContainerContext known = contexts.get(attempt);
    if (known == null && asksSome) {
      known = newContext(application);
      contexts.put(attempt, known);
    }
    return known;
  }

  /** The call is over: a context in which nothing waits goes. */
  void close(ApplicationAttemptId attempt, OpportunisticContainerContext known) {
    if (known.getOutstandingOpReqs().isEmpty()) {
      contexts.remove(attempt);
    }
  }

  /**
   * YARN's own context makes a map of all nodes for each application and each new list; this one
   * asks for it when stock has to place.
   *
   * @param nodes by host, least load first
   */
  static OpportunisticContainerContext context(Supplier<Map<String, RemoteNode>> nodes) {
    return new OpportunisticContainerContext() {
      @Override
      public Map<String, RemoteNode> getNodeMap() {
        return nodes.get();
      }
    };
  }

  private OpportunisticContainerContext newContext(SchedulerApplicationAttempt application) {
    OpportunisticContainerContext known = context(source::byHost);
    known.getBlacklist().addAll(application.getAppSchedulingInfo().getBlackListCopy());
    known.setContainerIdGenerator(
        new ContainerIdGenerator() {
          @Override
          public long generateContainerId() {
            return application.getAppSchedulingInfo().getNewContainerId();
          }
        });
    known.updateAllocationParams(
        context.getScheduler().getMinimumResourceCapability(),
        context.getScheduler().getMaximumResourceCapability(),
        context.getScheduler().getMinimumResourceCapability(),
        expiryMs);
    return known;
  }

  /** As stock's processor does it: an ask without a label is for the partition of the master. */
  static void label(ResourceRequest ask, SchedulerApplicationAttempt application) {
    if (ask.getNodeLabelExpression() == null) {
      ask.setNodeLabelExpression(application.getAppAMNodePartitionName());
    }
  }

  /** Drops what is outstanding; it is asked elsewhere or anew, or the attempt has ended. */
  void forget(ApplicationAttemptId attempt) {
    contexts.remove(attempt);
  }

  void clear() {
    contexts.clear();
  }
}
