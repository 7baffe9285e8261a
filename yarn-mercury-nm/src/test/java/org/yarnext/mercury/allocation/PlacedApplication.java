// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.nodemanager.security.NMContainerTokenSecretManager;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.server.security.BaseContainerTokenSecretManager;

/** One application as the stock distributed scheduler keeps it, and the nodes and keys it needs. */
public final class PlacedApplication {
  static final Resource SIZE = Resource.newInstance(1024, 1);
  static final long RM_ID = 1_700_000_000_000L;
  private static final int EXPIRY_MS = 600_000;

  public final OpportunisticContainerContext context;
  public final ApplicationAttemptId attempt;

  public PlacedApplication(int number, List<RemoteNode> nodes) {
    this(number, new OpportunisticContainerContext());
    context.updateNodeList(nodes);
  }

  PlacedApplication(int number, OpportunisticContainerContext context) {
    this.context = context;
    attempt = ApplicationAttemptId.newInstance(ApplicationId.newInstance(RM_ID, number), 1);
    Resource least = Resource.newInstance(256, 1);
    Resource most = Resource.newInstance(8192, 8);
    context.updateAllocationParams(least, most, least, EXPIRY_MS);
  }

  /** The ResourceManager's master key for container tokens. */
  public static NMContainerTokenSecretManager secrets() {
    NMContainerTokenSecretManager secrets =
        new NMContainerTokenSecretManager(new Configuration(false));
    rollKey(secrets);
    return secrets;
  }

  static void rollKey(NMContainerTokenSecretManager secrets) {
    secrets.setMasterKey(
        new BaseContainerTokenSecretManager(new Configuration(false)) {
          {
            currentMasterKey = createNewMasterKey();
          }
        }.getCurrentKey());
  }

  /** The address of a node; numeric, so that no test asks a name server. */
  public static String host(int node) {
    return "10." + node / 65_536 + "." + node / 256 % 256 + "." + node % 256;
  }

  static RemoteNode node(int number, String rack, String partition) {
    return RemoteNode.newInstance(
        NodeId.newInstance(host(number), 8041), host(number) + ":8042", rack, partition);
  }

  /** Nodes in racks of 40 of the default partition. */
  public static List<RemoteNode> nodes(int count) {
    List<RemoteNode> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(node(i, "/rack" + i / 40, null));
    }
    return nodes;
  }

  public static ResourceRequest ask(int priority, String location, int count) {
    ResourceRequest ask =
        ResourceRequest.newInstance(Priority.newInstance(priority), location, SIZE, count);
    ask.setExecutionTypeRequest(ExecutionTypeRequest.newInstance(ExecutionType.OPPORTUNISTIC));
    return ask;
  }

  public List<Container> allocate(
      OpportunisticContainerAllocator allocator, ResourceRequest... asks) throws YarnException {
    return allocate(allocator, null, asks);
  }

  List<Container> allocate(
      OpportunisticContainerAllocator allocator,
      ResourceBlacklistRequest blacklist,
      ResourceRequest... asks)
      throws YarnException {
    return allocator.allocateContainers(
        blacklist, Arrays.asList(asks), attempt, context, RM_ID, "user");
  }

  static Map<String, Integer> perHost(List<Container> containers) {
    Map<String, Integer> counts = new TreeMap<>();
    containers.forEach(c -> counts.merge(c.getNodeId().getHost(), 1, Integer::sum));
    return counts;
  }
}
