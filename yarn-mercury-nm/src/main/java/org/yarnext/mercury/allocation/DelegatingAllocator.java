// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
 * Allocator of opportunistic containers that passes requests to stock's. It adds the execution type
 * to those without one, on which stock's distributed scheduler fails; masters built on Hadoop
 * before 2.9 send them. Thread-safe, as stock's is.
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
  public PartitionedResourceRequests partitionAskList(List<ResourceRequest> requests) {
    ResourceRequestDefaults.fill(requests);
    return super.partitionAskList(requests);
  }

  @Override
  public List<Container> allocateContainers(
      ResourceBlacklistRequest blacklist,
      List<ResourceRequest> requests,
      ApplicationAttemptId attempt,
      OpportunisticContainerContext context,
      long rmIdentifier,
      String user)
      throws YarnException {
    return stock.allocateContainers(blacklist, requests, attempt, context, rmIdentifier, user);
  }
}
