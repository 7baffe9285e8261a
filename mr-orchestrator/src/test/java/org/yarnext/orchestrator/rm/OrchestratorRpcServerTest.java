// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.ResourceTrackerPB;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.Guard;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.rpc.MalformedMessageException;
import org.yarnext.orchestrator.rpc.NodeAnswer;
import org.yarnext.orchestrator.rpc.NodeAnswerCodec;
import org.yarnext.orchestrator.rpc.NodeUsageReport;
import org.yarnext.orchestrator.rpc.OrchestratorProtocolPB;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.NodeReportProto;
import org.yarnext.orchestrator.rpc.SampleReports;
import org.yarnext.orchestrator.rpc.UsageReportCodec;
import org.yarnext.testing.FreePort;

/** Over Hadoop's RPC, with a ResourceManager that knows the node h1:45. */
public class OrchestratorRpcServerTest {
  private final Configuration conf = new YarnConfiguration();
  private RMContext context;
  private final Guard guard = SlowGuard.make();
  private final ClusterOrchestratorMetrics metrics =
      new ClusterOrchestratorMetrics(FeatureMode.ON, guard);
  private OrchestratorRpcServer server;
  private OrchestratorProtocolPB proxy;

  @Before
  public void configure() throws Exception {
    context = RegisteredNodes.on(conf, "h1");
    conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, "127.0.0.1:1");
    RPC.setProtocolEngine(conf, OrchestratorProtocolPB.class, ProtobufRpcEngine2.class);
  }

  @After
  public void close() {
    if (proxy != null) {
      RPC.stopProxy(proxy);
    }
    server.close();
    guard.close();
  }

  private static NodeAnswer answer(NodeUsageReport report) {
    NodeAnswer.Builder answer = new NodeAnswer.Builder(true);
    report.tasks().forEach(task -> answer.approve(ResourceKind.CPU, task.container(), 1250));
    return answer.build();
  }

  private OrchestratorRpcServer listen(int port) throws IOException {
    return new OrchestratorRpcServer(
        OrchestratorRpcServerTest::answer, context, metrics, conf, port, 2);
  }

  private void start(String user) throws IOException {
    if (server == null) {
      server = listen(0);
    }
    proxy = RegisteredNodes.proxy(server, UserGroupInformation.createRemoteUser(user), conf);
  }

  private String call(NodeReportProto message) throws Exception {
    return approved(NodeAnswerCodec.read(proxy.exchange(null, message)));
  }

  private static String approved(NodeAnswer answer) {
    return answer.approved(ResourceKind.CPU).toString();
  }

  private void assertRefused(Class<?> why, NodeReportProto message) {
    ServiceException e = assertThrows(ServiceException.class, () -> call(message));
    assertTrue(e.toString(), e.getCause() instanceof RemoteException);
    assertEquals(why.getName(), ((RemoteException) e.getCause()).getClassName());
  }

  private long count(String metric) {
    return metrics.snapshot().get(metric).longValue();
  }

  @Test
  public void reportIsAnswered() throws Exception {
    start("yarn");
    assertEquals(
        "{" + SampleReports.CONTAINER + "=1250.0}",
        call(UsageReportCodec.message(SampleReports.ofOneTask("h1:45"))));
    assertEquals(1, count("Reports"));
  }

  /** An example is a shell whose command names the class of a task. */
  @Test
  public void tasksOfOtherApplicationTypesAreIgnored() throws Exception {
    start("yarn");
    NodeReportProto.Builder report =
        UsageReportCodec.message(SampleReports.ofOneTask("h1:45")).toBuilder();
    String forged = SampleReports.CONTAINER.replace("_0001_01_", "_0002_01_");
    report.addTasks(
        report.getTasks(0).toBuilder()
            .setContainer(forged)
            .setJob("job_1700000000000_0002")
            .clearAttempt());
    report.addTasks(
        report.getTasks(0).toBuilder()
            .setContainer(SampleReports.CONTAINER.replace("000002", "000003"))
            .setJob("application_1700000000000_0001")
            .setPhase("PRIORITY_1")
            .clearAttempt());
    NodeAnswer answer = NodeAnswerCodec.read(proxy.exchange(null, report.build()));
    assertEquals("{" + SampleReports.CONTAINER + "=1250.0}", approved(answer));
    assertEquals("[" + RegisteredNodes.MAP_REDUCE + "]", answer.applications().toString());
  }

  @Test
  public void malformedReportIsRefusedAndCounted() throws Exception {
    start("yarn");
    assertRefused(MalformedMessageException.class, NodeReportProto.getDefaultInstance());
    NodeReportProto.Builder absurd =
        UsageReportCodec.message(SampleReports.ofOneTask("h1:45")).toBuilder();
    absurd.getTasksBuilder(0).setElapsedMs(Double.NaN);
    assertRefused(MalformedMessageException.class, absurd.build());
    assertEquals(2, count("ReportsMalformed"));
    assertEquals(0, count("Reports"));
    reportIsAnswered();
  }

  @Test
  public void reportForAnUnknownNodeIsRefusedAndCounted() throws Exception {
    start("yarn");
    assertRefused(
        AccessControlException.class, UsageReportCodec.message(SampleReports.ofOneTask("h2:45")));
    assertEquals(1, count("ReportsUnauthorised"));
    assertEquals(0, count("Reports"));
  }

  @Test
  public void callerOutsideTheServiceAclIsRefusedAndCounted() throws Exception {
    conf.setBoolean(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, true);
    conf.set(OrchestratorProtocolPB.ACL_KEY, "yarn");
    start("mallory");
    NodeReportProto right = UsageReportCodec.message(SampleReports.ofOneTask("h1:45"));
    assertRefused(AuthorizationException.class, right);
    assertEquals(1, RejectedCalls.at(server.address().getPort()));
    RPC.stopProxy(proxy);
    start("yarn");
    assertEquals("{" + SampleReports.CONTAINER + "=1250.0}", call(right));
    assertEquals(1, count("Reports"));
    assertEquals(1, RejectedCalls.at(server.address().getPort()));
  }

  @Test
  public void unreadableServiceAclLeavesThePortFree() throws Exception {
    conf.setBoolean(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, true);
    ConfigurationProvider right = context.getConfigurationProvider();
    ConfigurationProvider unreadable = mock(ConfigurationProvider.class);
    when(unreadable.getConfigurationInputStream(any(), any()))
        .thenThrow(new IOException("on purpose"))
        .thenReturn(new ByteArrayInputStream("<configuration".getBytes(UTF_8)));
    when(context.getConfigurationProvider()).thenReturn(unreadable);
    int port = FreePort.next();
    assertEquals("on purpose", assertThrows(IOException.class, () -> listen(port)).getMessage());
    assertThrows(RuntimeException.class, () -> listen(port));
    when(context.getConfigurationProvider()).thenReturn(right);
    server = listen(port);
    assertEquals(port, server.address().getPort());
  }

  @Test
  public void principalsAreThoseOfTheResourceTracker() throws Exception {
    start("yarn");
    KerberosInfo ours = SecurityUtil.getKerberosInfo(OrchestratorProtocolPB.class, conf);
    KerberosInfo stocks = SecurityUtil.getKerberosInfo(ResourceTrackerPB.class, conf);
    assertEquals(stocks.serverPrincipal(), ours.serverPrincipal());
    assertEquals(stocks.clientPrincipal(), ours.clientPrincipal());
  }
}
