// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.yarnext.orchestrator.rpc.MalformedMessageException;
import org.yarnext.orchestrator.rpc.NodeAnswerCodec;
import org.yarnext.orchestrator.rpc.NodeUsageReport;
import org.yarnext.orchestrator.rpc.OrchestratorProtocol;
import org.yarnext.orchestrator.rpc.OrchestratorProtocolPB;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.NodeAnswerProto;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.NodeReportProto;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.OrchestratorService;
import org.yarnext.orchestrator.rpc.UsageReportCodec;

/**
 * RPC server for the reports of NodeManagers, on its own port, with Hadoop's authentication and
 * service-level authorization, like the ResourceTracker. Malformed or unauthorized reports are
 * refused and counted. Thread-safe.
 */
final class OrchestratorRpcServer implements OrchestratorProtocolPB, AutoCloseable {
  private final OrchestratorProtocol exchange;
  private final ReportAuthorizer authorizer;
  private final ApplicationTypes types;
  private final ClusterOrchestratorMetrics metrics;
  private final Server server;

  /**
   * Starts to listen on the ResourceTracker's host.
   *
   * @param port 0 for any free port
   * @throws IOException if it cannot listen, or cannot read the service-level authorization; it
   *     then holds no port
   */
  OrchestratorRpcServer(
      OrchestratorProtocol exchange,
      RMContext context,
      ClusterOrchestratorMetrics metrics,
      Configuration conf,
      int port,
      int handlers)
      throws IOException {
    this.exchange = exchange;
    this.types = new ApplicationTypes(context);
    this.metrics = metrics;
    Configuration own = new YarnConfiguration(conf);
    boolean authorises =
        own.getBoolean(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, false);
    if (authorises) {
      addPolicy(context, own); // first: a server that is never started keeps its port
    }
    this.authorizer =
        new ReportAuthorizer(
            context,
            UserGroupInformation::isSecurityEnabled,
            // With service authorization on, the server compares the principal before it passes on
            // a call.
            authorises ? null : own.get(YarnConfiguration.NM_PRINCIPAL));
    RPC.setProtocolEngine(own, OrchestratorProtocolPB.class, ProtobufRpcEngine2.class);
    InetSocketAddress tracker =
        own.getSocketAddr(
            YarnConfiguration.RM_BIND_HOST,
            YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
            YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_ADDRESS,
            YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_PORT);
    server =
        new RPC.Builder(own)
            .setProtocol(OrchestratorProtocolPB.class)
            .setInstance(OrchestratorService.newReflectiveBlockingService(this))
            .setBindAddress(tracker.getHostString())
            .setPort(port)
            .setNumHandlers(handlers)
            .build();
    if (authorises) {
      server.refreshServiceAclWithLoadedConfiguration(own, new OrchestratorPolicyProvider());
    }
    server.start();
  }

  /** Adds the service-level authorization, and reads it. */
  private static void addPolicy(RMContext context, Configuration own) throws IOException {
    try {
      InputStream policy =
          context
              .getConfigurationProvider()
              .getConfigurationInputStream(own, YarnConfiguration.HADOOP_POLICY_CONFIGURATION_FILE);
      if (policy != null) {
        own.addResource(policy);
      }
    } catch (YarnException e) {
      throw new IOException(e);
    }
    own.size(); // parses the added file
  }

  @Override
  public NodeAnswerProto exchange(RpcController controller, NodeReportProto message)
      throws ServiceException {
    try {
      NodeUsageReport report = UsageReportCodec.read(message);
      NodeId node = NodeId.fromString(report.node().node());
      authorizer.check(node, Server.getRemoteUser().getUserName(), Server.getRemoteIp());
      NodeAnswerProto.Builder answer =
          NodeAnswerCodec.message(exchange.exchange(report.only(types::runs))).toBuilder();
      answer.addAllApplications(types.on(node));
      metrics.taken();
      return answer.build();
    } catch (MalformedMessageException e) {
      metrics.malformed();
      throw new ServiceException(e);
    } catch (AccessControlException e) {
      metrics.unauthorised();
      throw new ServiceException(e);
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  /** Returns the address that the server listens on. */
  InetSocketAddress address() {
    return server.getListenerAddress();
  }

  @Override
  public void close() {
    server.stop();
  }
}
