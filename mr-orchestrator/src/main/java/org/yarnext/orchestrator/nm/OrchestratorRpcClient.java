// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.SocketFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.net.StandardSocketFactory;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.orchestrator.rpc.IdentitySocketFactory;
import org.yarnext.orchestrator.rpc.NodeAnswer;
import org.yarnext.orchestrator.rpc.NodeAnswerCodec;
import org.yarnext.orchestrator.rpc.NodeUsageReport;
import org.yarnext.orchestrator.rpc.OrchestratorProtocol;
import org.yarnext.orchestrator.rpc.OrchestratorProtocolPB;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.NodeReportProto;
import org.yarnext.orchestrator.rpc.UsageReportCodec;

/**
 * RPC client of {@link org.yarnext.orchestrator.rpc.OrchestratorProtocol} that calls the active
 * ResourceManager as the NodeManager's own user. A standby does not listen, so a call tries each
 * ResourceManager once, starting with the one that answered last. Thread-safe.
 */
final class OrchestratorRpcClient implements OrchestratorProtocol, AutoCloseable {
  private final Configuration hadoop;
  private final int timeoutMs;
  private final long epochMs;
  private final List<InetSocketAddress> managers;
  private final ReentrantLock calling = new ReentrantLock();
  private OrchestratorProtocolPB proxy;
  private int current;
  private volatile boolean isClosed;

  /**
   * A copy of the NodeManager's configuration with other timeouts; null before the first call,
   * since it is large.
   */
  private Configuration conf;

  /**
   * @param port port of every active ResourceManager
   * @param timeoutMs timeout of a call, in ms
   * @param epochMs interval of calls, in ms; the connection stays open over two
   */
  OrchestratorRpcClient(Configuration hadoop, int port, int timeoutMs, long epochMs) {
    this.hadoop = hadoop;
    this.timeoutMs = timeoutMs;
    this.epochMs = epochMs;
    managers = managers(hadoop, port);
  }

  private Configuration newConfiguration() {
    Configuration copy = new Configuration(hadoop);
    copy.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    copy.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    copy.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_TIMEOUT_KEY, timeoutMs);
    // Hadoop closes a connection after 10 s without a call by default.
    copy.setLong(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECTION_MAXIDLETIME_KEY, 2 * epochMs);
    RPC.setProtocolEngine(copy, OrchestratorProtocolPB.class, ProtobufRpcEngine2.class);
    return copy;
  }

  /** Returns the addresses to try: the hosts of the resource trackers. */
  static List<InetSocketAddress> managers(Configuration hadoop, int port) {
    List<InetSocketAddress> managers = new ArrayList<>();
    YarnConfiguration conf = new YarnConfiguration(hadoop);
    if (HAUtil.isHAEnabled(conf)) {
      for (String id : HAUtil.getRMHAIds(conf)) {
        conf.set(YarnConfiguration.RM_HA_ID, id);
        managers.add(manager(conf, port));
      }
    } else {
      managers.add(manager(conf, port));
    }
    return managers;
  }

  private static InetSocketAddress manager(YarnConfiguration conf, int port) {
    InetSocketAddress tracker =
        conf.getSocketAddr(
            YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
            YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_ADDRESS,
            YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_PORT);
    return NetUtils.createSocketAddrForHost(tracker.getHostString(), port);
  }

  @Override
  public NodeAnswer exchange(NodeUsageReport report) throws IOException {
    NodeReportProto message = UsageReportCodec.message(report);
    calling.lock();
    try {
      return call(message);
    } finally {
      calling.unlock();
      disconnectIfClosed();
    }
  }

  private NodeAnswer call(NodeReportProto message) throws IOException {
    IOException failure = null;
    for (int tried = 0; tried < managers.size(); tried++) {
      try {
        return NodeAnswerCodec.read(proxy().exchange(null, message));
      } catch (ServiceException e) {
        IOException cause = cause(e);
        if (failure != null) {
          cause.addSuppressed(failure);
        }
        failure = cause;
        next();
      }
    }
    throw failure;
  }

  private OrchestratorProtocolPB proxy() throws IOException {
    if (isClosed) {
      throw new IOException("This client of the ResourceManager is closed.");
    }
    if (proxy == null) {
      conf = conf == null ? newConfiguration() : conf;
      // Resolved again for each connection: a ResourceManager may move to another address.
      InetSocketAddress manager = managers.get(current);
      proxy =
          RPC.getProtocolProxy(
                  OrchestratorProtocolPB.class,
                  RPC.getProtocolVersion(OrchestratorProtocolPB.class),
                  NetUtils.createSocketAddrForHost(manager.getHostString(), manager.getPort()),
                  UserGroupInformation.getLoginUser(),
                  conf,
                  socketFactory(conf),
                  timeoutMs,
                  RetryPolicies.TRY_ONCE_THEN_FAIL)
              .getProxy();
    }
    return proxy;
  }

  /**
   * Returns a factory of its own, so that the connect timeout is that of this client, and not the
   * NodeManager's or that of an orchestrator with earlier settings.
   */
  private static SocketFactory socketFactory(Configuration conf) {
    SocketFactory factory = NetUtils.getDefaultSocketFactory(conf);
    return factory.getClass() == StandardSocketFactory.class
        ? new IdentitySocketFactory()
        : factory;
  }

  private void next() {
    disconnect();
    current = (current + 1) % managers.size();
  }

  private static IOException cause(ServiceException e) {
    return e.getCause() instanceof IOException ? (IOException) e.getCause() : new IOException(e);
  }

  /** Closes the connection, and the RPC client, of which the proxy is the only user. */
  private void disconnect() {
    if (proxy != null) {
      RPC.stopProxy(proxy);
      proxy = null;
    }
  }

  /**
   * Disconnects unless a call is under way, which does so at its end. Hadoop would wait until a
   * connection that is just being made has failed, which may take long with Kerberos.
   */
  private void disconnectIfClosed() {
    if (isClosed && calling.tryLock()) {
      try {
        disconnect();
      } finally {
        calling.unlock();
      }
    }
  }

  /** Closes it; a call that is under way tries no other ResourceManager. */
  @Override
  public void close() {
    isClosed = true;
    disconnectIfClosed();
  }
}
