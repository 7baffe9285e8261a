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
package org.yarnext.mercury.allocation;

import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.server.security.BaseContainerTokenSecretManager;
import org.yarnext.common.records.ResourceRequestDefaults;

/**
 * Passes requests to another allocator unchanged, except for those without an execution type, on
 * which stock's distributed scheduler fails; masters built on Hadoop before 2.9 send them.
 * Thread-safe, as stock's is.
 */
public class DelegatingAllocator extends OpportunisticContainerAllocator {
  /** Serves the delegated requests; its limit per call applies to both allocators. */
  protected final OpportunisticContainerAllocator stock;

  public DelegatingAllocator(
      OpportunisticContainerAllocator stock, BaseContainerTokenSecretManager secrets) {
    super(secrets, stock.getMaxAllocationsPerAMHeartbeat());
    this.stock = stock;
  }

  @Override
  public PartitionedResourceRequests partitionAskList(List<ResourceRequest> asks) {
    ResourceRequestDefaults.fill(asks);
    return super.partitionAskList(asks);
  }

  @Override
  public List<Container> allocateContainers(
      ResourceBlacklistRequest blacklist,
      List<ResourceRequest> asks,
      ApplicationAttemptId attempt,
      OpportunisticContainerContext context,
      long rmIdentifier,
      String user)
      throws YarnException {
    return stock.allocateContainers(blacklist, asks, attempt, context, rmIdentifier, user);
  }
}
