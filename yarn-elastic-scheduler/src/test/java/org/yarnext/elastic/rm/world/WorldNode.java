// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.world;

import org.apache.hadoop.net.NodeBase;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeImpl;

/** A node that runs. Stock's own class, since benchmarks would measure a mock's answers. */
public final class WorldNode extends RMNodeImpl {
  public static final int PORT = 1;

  WorldNode(String host, Resource total, RMContext context) {
    super(
        NodeId.newInstance(host, PORT),
        context,
        host,
        PORT,
        PORT + 1,
        new NodeBase(host, "/default-rack"),
        total,
        "3.4.2");
  }

  @Override
  public NodeState getState() {
    return NodeState.RUNNING;
  }
}
