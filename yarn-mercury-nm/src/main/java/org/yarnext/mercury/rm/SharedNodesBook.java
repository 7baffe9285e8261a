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

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;

/**
 * An application's asks as YARN's allocators keep them, over nodes that all applications share:
 * YARN's own context makes a map of all nodes for each application and each new list, which takes
 * longer than to place a hundred containers. Nodes may change and be read on different threads.
 */
final class SharedNodesBook extends OpportunisticContainerContext {
  private volatile Map<String, RemoteNode> nodes = Collections.emptyMap();

  /**
   * Takes over a list of nodes.
   *
   * @param byHost in the order of the list; never changed
   */
  void see(Map<String, RemoteNode> byHost) {
    nodes = byHost;
  }

  @Override
  public Map<String, RemoteNode> getNodeMap() {
    return nodes;
  }

  @Override
  public void updateNodeList(List<RemoteNode> list) {
    see(byHost(list));
  }

  /** As YARN maps them: of several nodes on a host it knows the last, in the place of the first. */
  static Map<String, RemoteNode> byHost(List<RemoteNode> list) {
    Map<String, RemoteNode> byHost = new LinkedHashMap<>(2 * list.size());
    list.forEach(node -> byHost.put(node.getNodeId().getHost(), node));
    return Collections.unmodifiableMap(byHost);
  }
}
