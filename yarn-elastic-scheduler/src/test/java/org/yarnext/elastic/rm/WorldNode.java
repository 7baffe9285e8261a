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
package org.yarnext.elastic.rm;

import org.apache.hadoop.net.NodeBase;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeImpl;

/** A node that runs. Stock's own class, since benchmarks would measure a mock's answers. */
final class WorldNode extends RMNodeImpl {
  static final int PORT = 1;

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
