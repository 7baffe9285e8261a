// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.ContainerManagementProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.CancelDelegationTokenRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetContainerStatusesRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetDelegationTokenRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.apache.hadoop.yarn.security.NMTokenIdentifier;
import org.apache.hadoop.yarn.security.client.RMDelegationTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshQueuesRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.UnRegisterNodeManagerRequest;
import org.apache.hadoop.yarn.util.ConverterUtils;
import org.yarnext.orchestrator.rpc.OrchestratorProtocolPB;
import org.yarnext.orchestrator.rpc.OrchestratorProtos;

/**
 * Calls every RPC of a cluster with Kerberos with different logins, and checks which of them it
 * serves. A check returns its result in a sentence, and throws IllegalStateException if an answer
 * is wrong.
 */
public final class RpcAccessProbe {
  private static final String CLIENT = "ApplicationClientProtocol";
  private static final String ADMINISTRATION = "ResourceManagerAdministrationProtocol";
  private static final String TRACKER = "ResourceTracker";
  private static final String ORCHESTRATOR = "OrchestratorProtocol";
  private static final String MASTER = "ApplicationMasterProtocol";
  private static final String CONTAINERS = "ContainerManagementProtocol";

  private static final String NO_LOGIN = "cannot authenticate";
  private static final String NO_ACL = "is not authorized for";
  private static final String INVALID_TOKEN = "InvalidToken";

  /** The answer to a token with the wrong password. */
  private static final String WRONG_PASSWORD = "Mismatched response";

  private final Configuration conf = new YarnConfiguration();
  private final NodeId node;

  /**
   * @param directory configuration directory of the cluster
   * @param node id of one of its NodeManagers, such as {@code 127.0.0.2:41234}
   */
  public RpcAccessProbe(Path directory, String node) {
    for (String file : new String[] {"core-site.xml", "yarn-site.xml"}) {
      conf.addResource(new org.apache.hadoop.fs.Path(directory.resolve(file).toUri()));
    }
    this.node = NodeId.fromString(node);
  }

  /** A call of a protocol. */
  private interface Call<P> {
    Object call(P protocol) throws Exception;
  }

  private InetSocketAddress address(String key) {
    return NetUtils.createSocketAddr(conf.get(key));
  }

  private InetSocketAddress nodeAddress() {
    return NetUtils.createSocketAddrForHost(node.getHost(), node.getPort());
  }

  /** Checks calls without a ticket, and with the ticket of a user who is no administrator. */
  public String checkTickets(UserGroupInformation user) throws InterruptedException {
    Map<String, String> none = answers(UserGroupInformation.createRemoteUser("mallory"));
    require(none, "", NO_LOGIN);
    require(answers(user), CLIENT, NO_LOGIN, NO_ACL);
    return "without one all "
        + none.size()
        + " protocols refuse; "
        + user.getShortUserName()
        + " may call as a client, but not as an administrator, a daemon or a master";
  }

  /** Checks calls with tokens of a user's application that no daemon has issued. */
  public String checkForgedTokens(String application, String user) throws InterruptedException {
    Map<String, String> answers = answersToForgedTokens(application, user);
    Map<String, String> withTokens = new LinkedHashMap<>(answers);
    withTokens.keySet().retainAll(Arrays.asList(CLIENT, MASTER, CONTAINERS));
    require(withTokens, "", INVALID_TOKEN, WRONG_PASSWORD);
    answers.keySet().removeAll(withTokens.keySet());
    require(answers, "", NO_LOGIN);
    return "those of a client, of a master and of a node are refused";
  }

  /** Checks calls with nothing but a delegation token of a user, before and after it ends. */
  public String checkDelegation(UserGroupInformation user) throws Exception {
    UserGroupInformation delegated = delegated(user);
    require(answers(delegated), CLIENT, NO_LOGIN);
    cancel(user, delegated);
    require(answers(delegated), "", NO_LOGIN, INVALID_TOKEN);
    return user.getShortUserName() + "'s may call as a client until it is cancelled";
  }

  /**
   * @param answers exceptions by protocol
   * @param served the only protocol that must serve the caller, or an empty string
   * @param words of which every other protocol's exception must contain one
   */
  private static void require(Map<String, String> answers, String served, String... words) {
    answers.forEach(
        (protocol, answer) -> {
          if (protocol.equals(served)
              ? !answer.isEmpty()
              : Arrays.stream(words).noneMatch(answer::contains)) {
            throw new IllegalStateException(
                protocol + (answer.isEmpty() ? " serves the caller" : " answers " + answer));
          }
        });
  }

  /**
   * Makes one call of each protocol.
   *
   * @return the exceptions with which each protocol refused, or an empty string if it served
   */
  private Map<String, String> answers(UserGroupInformation caller) throws InterruptedException {
    Map<String, String> answers = new LinkedHashMap<>();
    answers.put(
        CLIENT,
        answer(
            caller,
            ApplicationClientProtocol.class,
            address(YarnConfiguration.RM_ADDRESS),
            rpc -> rpc.getApplications(GetApplicationsRequest.newInstance())));
    answers.put(
        ADMINISTRATION,
        answer(
            caller,
            ResourceManagerAdministrationProtocol.class,
            address(YarnConfiguration.RM_ADMIN_ADDRESS),
            rpc -> rpc.refreshQueues(RefreshQueuesRequest.newInstance())));
    answers.put(
        TRACKER,
        answer(
            caller,
            ResourceTracker.class,
            address(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS),
            rpc -> rpc.unRegisterNodeManager(UnRegisterNodeManagerRequest.newInstance(node))));
    answers.put(ORCHESTRATOR, refusal(caller, this::report));
    answers.put(
        MASTER,
        answer(
            caller,
            ApplicationMasterProtocol.class,
            address(YarnConfiguration.RM_SCHEDULER_ADDRESS),
            rpc ->
                rpc.registerApplicationMaster(
                    RegisterApplicationMasterRequest.newInstance("", 0, ""))));
    answers.put(
        CONTAINERS,
        answer(
            caller,
            ContainerManagementProtocol.class,
            nodeAddress(),
            rpc ->
                rpc.getContainerStatuses(
                    GetContainerStatusesRequest.newInstance(Collections.emptyList()))));
    return answers;
  }

  private Map<String, String> answersToForgedTokens(String application, String user)
      throws InterruptedException {
    ApplicationAttemptId attempt =
        ApplicationAttemptId.newInstance(ApplicationId.fromString(application), 1);
    UserGroupInformation forger = UserGroupInformation.createRemoteUser(attempt.toString());
    forger.addToken(
        forged(
            new AMRMTokenIdentifier(attempt, 1), address(YarnConfiguration.RM_SCHEDULER_ADDRESS)));
    forger.addToken(forged(new NMTokenIdentifier(attempt, node, user, 1), nodeAddress()));
    forger.addToken(
        forged(
            new RMDelegationTokenIdentifier(new Text(user), new Text(user), null),
            address(YarnConfiguration.RM_ADDRESS)));
    return answers(forger);
  }

  private static Token<TokenIdentifier> forged(
      TokenIdentifier identifier, InetSocketAddress server) {
    return new Token<>(
        identifier.getBytes(),
        new byte[20],
        identifier.getKind(),
        SecurityUtil.buildTokenService(server));
  }

  /** Returns a login that has nothing but a new delegation token of the given user. */
  private UserGroupInformation delegated(UserGroupInformation user) throws Exception {
    UserGroupInformation login = UserGroupInformation.createRemoteUser(user.getShortUserName());
    InetSocketAddress server = address(YarnConfiguration.RM_ADDRESS);
    call(
        user,
        ApplicationClientProtocol.class,
        server,
        rpc ->
            login.addToken(
                ConverterUtils.<RMDelegationTokenIdentifier>convertFromYarn(
                    rpc.getDelegationToken(
                            GetDelegationTokenRequest.newInstance(user.getShortUserName()))
                        .getRMDelegationToken(),
                    server)));
    return login;
  }

  /** Makes the ResourceManager forget the delegation token of a login. */
  private void cancel(UserGroupInformation user, UserGroupInformation delegated) throws Exception {
    Token<?> token = delegated.getTokens().iterator().next();
    call(
        user,
        ApplicationClientProtocol.class,
        address(YarnConfiguration.RM_ADDRESS),
        rpc ->
            rpc.cancelDelegationToken(
                CancelDelegationTokenRequest.newInstance(
                    org.apache.hadoop.yarn.api.records.Token.newInstance(
                        token.getIdentifier(),
                        token.getKind().toString(),
                        token.getPassword(),
                        token.getService().toString()))));
  }

  private Object report() throws Exception {
    RPC.setProtocolEngine(conf, OrchestratorProtocolPB.class, ProtobufRpcEngine2.class);
    InetSocketAddress server =
        new InetSocketAddress(
            address(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS).getAddress(),
            conf.getInt("yarn.mr-orchestrator.port", 0));
    OrchestratorProtocolPB rpc = RPC.getProxy(OrchestratorProtocolPB.class, 1, server, conf);
    try {
      return rpc.exchange(null, OrchestratorProtos.NodeReportProto.getDefaultInstance());
    } finally {
      RPC.stopProxy(rpc);
    }
  }

  private <P> String answer(
      UserGroupInformation caller, Class<P> protocol, InetSocketAddress server, Call<P> call)
      throws InterruptedException {
    return refusal(caller, () -> served(protocol, server, call));
  }

  private <P> void call(
      UserGroupInformation caller, Class<P> protocol, InetSocketAddress server, Call<P> call)
      throws IOException, InterruptedException {
    caller.doAs((PrivilegedExceptionAction<Object>) () -> served(protocol, server, call));
  }

  private <P> Object served(Class<P> protocol, InetSocketAddress server, Call<P> call)
      throws Exception {
    YarnRPC rpc = YarnRPC.create(conf);
    P proxy = protocol.cast(rpc.getProxy(protocol, server, conf));
    try {
      return call.call(proxy);
    } finally {
      rpc.stopProxy(proxy, conf);
    }
  }

  private static String refusal(
      UserGroupInformation caller, PrivilegedExceptionAction<Object> action)
      throws InterruptedException {
    try {
      caller.doAs(action);
      return "";
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      StringBuilder text = new StringBuilder();
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        text.append(cause).append(' ');
      }
      return text.toString();
    }
  }
}
