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
package org.yarnext.orchestrator.rm;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.LocalConfigurationProvider;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.yarnext.orchestrator.rpc.OrchestratorProtocolPB;

/** A ResourceManager that knows some nodes, and how they call its server. Stateless. */
final class KnownNodes {
  private static final int PORT = 45;

  private KnownNodes() {}

  /** Where a node with this port is on each of the hosts. */
  static RMContext on(Configuration conf, String... hosts) throws Exception {
    ConcurrentMap<NodeId, RMNode> nodes = new ConcurrentHashMap<>();
    for (String host : hosts) {
      nodes.put(NodeId.newInstance(host, PORT), mock(RMNode.class));
    }
    LocalConfigurationProvider provider = new LocalConfigurationProvider();
    provider.init(conf);
    RMContext context = mock(RMContext.class);
    when(context.getRMNodes()).thenReturn(nodes);
    when(context.getConfigurationProvider()).thenReturn(provider);
    return context;
  }

  /** To be stopped by the caller; tries a call once. */
  static OrchestratorProtocolPB proxy(
      GlobalServer server, UserGroupInformation caller, Configuration conf) throws IOException {
    return RPC.getProtocolProxy(
            OrchestratorProtocolPB.class,
            1,
            server.address(),
            caller,
            conf,
            NetUtils.getDefaultSocketFactory(conf),
            10_000,
            RetryPolicies.TRY_ONCE_THEN_FAIL)
        .getProxy();
  }
}
