// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm.virtual;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.net.NodeBase;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.UpdatedContainerInfo;
import org.yarnext.tools.simulate.workload.SimNode;

/**
 * Node as the scheduler sees it: a heartbeat reports the containers that have started and ended.
 */
public final class SimulatedNode extends RMNodeImpl {
  private static final int PORT = 8041;

  private List<ContainerStatus> launched = new ArrayList<>();
  private List<ContainerStatus> completed = new ArrayList<>();

  private SimulatedNode(NodeId id, RMContext context, SimNode node) {
    super(
        id,
        context,
        node.host(),
        PORT,
        PORT + 1,
        new NodeBase(node.host(), node.rack()),
        Resource.newInstance(node.memoryMb(), node.vcores(), node.otherResources()),
        "3.4.2");
  }

  /**
   * @param number index of the node, which determines its address: tokens need one that can be
   *     resolved without a name service
   */
  static SimulatedNode of(SimNode node, int number, RMContext context) {
    String address = "10." + (number >> 16) + "." + (number >> 8 & 255) + "." + (number & 255);
    return new SimulatedNode(NodeId.newInstance(address, PORT), context, node);
  }

  public void launched(ContainerId container) {
    launched.add(ContainerStatus.newInstance(container, ContainerState.RUNNING, "", -1000));
  }

  /**
   * Records the end of a container.
   *
   * @param diagnostics diagnostics of the node; may be empty
   * @return whether no other end was waiting to be reported
   */
  public boolean completed(ContainerId container, String diagnostics) {
    boolean first = completed.isEmpty();
    completed.add(ContainerStatus.newInstance(container, ContainerState.COMPLETE, diagnostics, 0));
    return first;
  }

  @Override
  public List<UpdatedContainerInfo> pullContainerUpdates() {
    if (launched.isEmpty() && completed.isEmpty()) {
      return Collections.emptyList();
    }
    UpdatedContainerInfo news =
        new UpdatedContainerInfo(launched, completed, Collections.emptyList());
    launched = new ArrayList<>();
    completed = new ArrayList<>();
    return Collections.singletonList(news);
  }

  @Override
  public NodeState getState() {
    return NodeState.RUNNING;
  }
}
