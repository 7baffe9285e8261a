// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rpc;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.NodeAnswerProto;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.NodeReportProto;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.OrchestratorService;

/** Answers over Hadoop's RPC in the place of a ResourceManager. */
public final class TestServer implements OrchestratorProtocolPB, AutoCloseable {
  private final OrchestratorProtocol answers;
  private final Server server;

  public TestServer(String host, int port, OrchestratorProtocol answers) throws IOException {
    this.answers = answers;
    Configuration conf = new Configuration();
    RPC.setProtocolEngine(conf, OrchestratorProtocolPB.class, ProtobufRpcEngine2.class);
    server =
        new RPC.Builder(conf)
            .setProtocol(OrchestratorProtocolPB.class)
            .setInstance(OrchestratorService.newReflectiveBlockingService(this))
            .setBindAddress(host)
            .setPort(port)
            .build();
    server.start();
  }

  @Override
  public NodeAnswerProto exchange(RpcController controller, NodeReportProto message)
      throws ServiceException {
    try {
      return NodeAnswerCodec.message(answers.exchange(UsageReportCodec.read(message)));
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  public InetSocketAddress address() {
    return server.getListenerAddress();
  }

  @Override
  public void close() {
    server.stop();
  }
}
