// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.LocalConfigurationProvider;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.yarnext.orchestrator.rpc.OrchestratorProtocolPB;
import org.yarnext.orchestrator.rpc.SampleReports;

/**
 * A ResourceManager that knows some nodes, on which one application of MapReduce and one of another
 * framework run, and how they call its server. Stateless.
 */
final class RegisteredNodes {
  /** Application of {@link SampleReports}. */
  static final ApplicationId MAP_REDUCE = ApplicationId.newInstance(1700000000000L, 1);

  static final ApplicationId OTHER = ApplicationId.newInstance(1700000000000L, 2);

  private static final ApplicationId ENDED = ApplicationId.newInstance(1700000000000L, 3);
  private static final int PORT = 45;

  private RegisteredNodes() {}

  /** Returns a context with a node of this port on each host. */
  static RMContext on(Configuration conf, String... hosts) throws Exception {
    ConcurrentMap<NodeId, RMNode> nodes = new ConcurrentHashMap<>();
    ConcurrentMap<ApplicationId, RMApp> applications = new ConcurrentHashMap<>();
    applications.put(MAP_REDUCE, application("MAPREDUCE"));
    applications.put(OTHER, application("YARN"));
    for (String host : hosts) {
      RMNode node = mock(RMNode.class);
      when(node.getRunningApps()).thenReturn(Arrays.asList(MAP_REDUCE, OTHER, ENDED));
      nodes.put(NodeId.newInstance(host, PORT), node);
    }
    LocalConfigurationProvider provider = new LocalConfigurationProvider();
    provider.init(conf);
    RMContext context = mock(RMContext.class);
    when(context.getRMNodes()).thenReturn(nodes);
    when(context.getRMApps()).thenReturn(applications);
    when(context.getConfigurationProvider()).thenReturn(provider);
    return context;
  }

  private static RMApp application(String type) {
    RMApp application = mock(RMApp.class);
    when(application.getApplicationType()).thenReturn(type);
    return application;
  }

  /** Creates a proxy that tries each call once; the caller must stop it. */
  static OrchestratorProtocolPB proxy(
      OrchestratorRpcServer server, UserGroupInformation caller, Configuration conf)
      throws IOException {
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
