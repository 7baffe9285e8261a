// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.testing.KerberosRealmRule;
import org.yarnext.orchestrator.rpc.NodeAnswer;
import org.yarnext.orchestrator.rpc.OrchestratorProtocolPB;
import org.yarnext.orchestrator.rpc.SampleReports;
import org.yarnext.orchestrator.rpc.UsageReportCodec;

/** With Kerberos, in a realm of its own; the ResourceManager knows the nodes localhost and h1. */
public class OrchestratorRpcServerKerberosTest {
  @Rule
  public final KerberosRealmRule realm =
      new KerberosRealmRule("rm/localhost", "nm/localhost", "nm/h1", "mallory/localhost");

  private final Configuration conf = new YarnConfiguration();
  private final Guard guard = SlowGuard.make();
  private final ClusterOrchestratorMetrics metrics =
      new ClusterOrchestratorMetrics(FeatureMode.ON, guard);
  private OrchestratorRpcServer server;

  @Before
  public void start() throws Exception {
    conf.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION, "kerberos");
    conf.setBoolean(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, true);
    conf.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTH_TO_LOCAL, "RULE:[2:$1]");
    conf.set(YarnConfiguration.RM_PRINCIPAL, principal("rm"));
    conf.set(YarnConfiguration.NM_PRINCIPAL, realm.principal("nm/_HOST"));
    conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, "localhost:1");
    RPC.setProtocolEngine(conf, OrchestratorProtocolPB.class, ProtobufRpcEngine2.class);
    RMContext context = RegisteredNodes.on(conf, "localhost", "h1");
    UserGroupInformation.setConfiguration(conf);
    UserGroupInformation.loginUserFromKeytab(principal("rm"), realm.keytab().getPath());
    server =
        new OrchestratorRpcServer(report -> NodeAnswer.nothing(), context, metrics, conf, 0, 2);
  }

  @After
  public void stop() {
    server.close();
    guard.close();
  }

  private String principal(String service) {
    return realm.principal(service + "/localhost");
  }

  private long count(String metric) {
    return metrics.snapshot().get(metric).longValue();
  }

  /** Sends a report as the NodeManager of a node, with any login. */
  private void report(UserGroupInformation caller, String node) throws Exception {
    caller.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              OrchestratorProtocolPB proxy = RegisteredNodes.proxy(server, caller, conf);
              try {
                proxy.exchange(null, UsageReportCodec.message(SampleReports.ofOneTask(node)));
              } catch (ServiceException e) {
                throw (Exception) e.getCause();
              } finally {
                RPC.stopProxy(proxy);
              }
              return null;
            });
  }

  private UserGroupInformation login(String service) throws IOException {
    return realm.login(service + "/localhost");
  }

  private void assertRefused(Class<?> why, UserGroupInformation caller, String node) {
    RemoteException e = assertThrows(RemoteException.class, () -> report(caller, node));
    assertEquals(why.getName(), e.getClassName());
  }

  @Test
  public void onlyTheNodeManagerMayReportForItsNode() throws Exception {
    report(login("nm"), "localhost:45");
    assertEquals(1, count("Reports"));
    assertRefused(AccessControlException.class, login("nm"), "h1:45");
    assertEquals(1, count("ReportsUnauthorised"));
    assertRefused(AuthorizationException.class, login("mallory"), "localhost:45");
    assertEquals(1, RejectedCalls.at(server.address().getPort()));
    UserGroupInformation ofH1 = realm.login("nm/h1");
    for (String node : new String[] {"h1:45", "localhost:45"}) {
      assertRefused(AuthorizationException.class, ofH1, node); // which calls from localhost
    }
    assertThrows(
        "without a ticket",
        IOException.class,
        () -> report(UserGroupInformation.createRemoteUser("nm"), "localhost:45"));
    assertEquals(1, count("Reports"));
  }
}
