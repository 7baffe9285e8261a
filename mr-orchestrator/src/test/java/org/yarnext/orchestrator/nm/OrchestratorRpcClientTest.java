// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.junit.After;
import org.junit.Test;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.rpc.MalformedMessageException;
import org.yarnext.orchestrator.rpc.NodeAnswer;
import org.yarnext.orchestrator.rpc.NodeUsageReport;
import org.yarnext.orchestrator.rpc.SampleReports;
import org.yarnext.orchestrator.rpc.TestServer;

public class OrchestratorRpcClientTest {
  private static final NodeUsageReport REPORT = SampleReports.ofOneTask("h1:45");

  private final Configuration conf = new YarnConfiguration();
  private TestServer server;
  private OrchestratorRpcClient client;

  @After
  public void close() {
    if (client != null) {
      client.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private static NodeAnswer approving(NodeUsageReport report, double cpu) {
    return new NodeAnswer.Builder(true)
        .approve(ResourceKind.CPU, report.tasks().get(0).container(), cpu)
        .build();
  }

  private String asked() throws IOException {
    return client.exchange(REPORT).approved(ResourceKind.CPU).toString();
  }

  @Test
  public void reportIsAnswered() throws IOException {
    server = new TestServer("127.0.0.1", 0, report -> approving(report, 1250));
    conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, "127.0.0.1:1");
    client = new OrchestratorRpcClient(conf, server.address().getPort(), 10_000, 1_000);
    assertEquals("{" + SampleReports.CONTAINER + "=1250.0}", asked());
  }

  @Test
  public void restartedResourceManagerIsFoundAgain() throws IOException {
    server = new TestServer("127.0.0.1", 0, report -> approving(report, 1250));
    int port = server.address().getPort();
    conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, "127.0.0.1:1");
    client = new OrchestratorRpcClient(conf, port, 10_000, 1_000);
    asked();
    server.close();
    assertThrows(IOException.class, () -> client.exchange(REPORT));
    server = new TestServer("127.0.0.1", port, report -> approving(report, 1500));
    assertEquals("{" + SampleReports.CONTAINER + "=1500.0}", asked());
  }

  /**
   * The address that it left answers nothing, not even with a refusal. The NodeManager's own client
   * of its ResourceManager, and that of an earlier orchestrator, wait longer for a connection.
   */
  @Test(timeout = 120_000)
  public void resourceManagerIsFoundAtItsNewAddress() throws IOException {
    Configuration nodeManager = new YarnConfiguration();
    nodeManager.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_TIMEOUT_KEY, 600_000);
    YarnRPC rpc = YarnRPC.create(nodeManager);
    Object own =
        rpc.getProxy(ResourceTracker.class, new InetSocketAddress("127.0.0.1", 1), nodeManager);
    server = new TestServer("127.0.0.1", 0, report -> approving(report, 1250));
    int port = server.address().getPort();
    conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, "127.0.0.1:1");
    OrchestratorRpcClient earlier = new OrchestratorRpcClient(conf, port, 600_000, 1_000);
    earlier.exchange(REPORT);
    conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, "moving.invalid:1");
    InetAddress left = InetAddress.getByName("127.0.0.2");
    NetUtils.addStaticResolution("moving.invalid", left.getHostAddress());
    client = new OrchestratorRpcClient(conf, port, 500, 1_000);
    List<Socket> waiting = new ArrayList<>();
    try (ServerSocket silent = new ServerSocket(port, 1, left)) {
      assertThrows(
          SocketTimeoutException.class,
          () -> {
            while (waiting.size() < 100) { // a few fill the queue, and the kernel drops the others
              waiting.add(new Socket());
              waiting.get(waiting.size() - 1).connect(silent.getLocalSocketAddress(), 500);
            }
          });
      assertThrows(IOException.class, () -> client.exchange(REPORT));
      NetUtils.addStaticResolution("moving.invalid", "127.0.0.1");
      assertEquals("{" + SampleReports.CONTAINER + "=1250.0}", asked());
    } finally {
      for (Socket each : waiting) {
        each.close();
      }
      rpc.stopProxy(own, nodeManager);
      earlier.close();
    }
  }

  @Test(timeout = 120_000)
  public void clientClosedDuringACallTriesNoOtherResourceManager() throws Exception {
    conf.setBoolean(YarnConfiguration.RM_HA_ENABLED, true);
    conf.set(YarnConfiguration.RM_HA_IDS, "rm1,rm2");
    conf.set(YarnConfiguration.RM_HOSTNAME + ".rm1", "127.0.0.1");
    conf.set(YarnConfiguration.RM_HOSTNAME + ".rm2", "127.0.0.2");
    CountDownLatch called = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    server =
        new TestServer(
            "127.0.0.1",
            0,
            report -> {
              called.countDown();
              awaitLatch(closed);
              throw new MalformedMessageException("too late");
            });
    int port = server.address().getPort();
    AtomicInteger others = new AtomicInteger();
    try (TestServer other =
        new TestServer(
            "127.0.0.2",
            port,
            report -> {
              others.incrementAndGet();
              return NodeAnswer.nothing();
            })) {
      client = new OrchestratorRpcClient(conf, port, 60_000, 1_000);
      FutureTask<NodeAnswer> call = new FutureTask<>(() -> client.exchange(REPORT));
      new Thread(call).start();
      called.await();
      client.close();
      closed.countDown();
      ExecutionException e = assertThrows(ExecutionException.class, call::get);
      assertTrue(e.toString(), e.getCause() instanceof IOException);
      assertEquals("calls of " + other.address(), 0, others.get());
    }
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  public void activeResourceManagerIsFound() throws IOException {
    conf.setBoolean(YarnConfiguration.RM_HA_ENABLED, true);
    conf.set(YarnConfiguration.RM_HA_IDS, "rm1,rm2");
    conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS + ".rm1", "127.0.0.1:1");
    conf.set(YarnConfiguration.RM_HOSTNAME + ".rm2", "127.0.0.2");
    server = new TestServer("127.0.0.2", 0, report -> approving(report, 2));
    int port = server.address().getPort();
    assertEquals(
        "[/127.0.0.1:" + port + ", /127.0.0.2:" + port + "]",
        OrchestratorRpcClient.managers(conf, port).toString());
    client = new OrchestratorRpcClient(conf, port, 10_000, 1_000);
    assertEquals("{" + SampleReports.CONTAINER + "=2.0}", asked());
    server.close();
    server = new TestServer("127.0.0.1", port, report -> approving(report, 1));
    assertEquals("failed over", "{" + SampleReports.CONTAINER + "=1.0}", asked());
    assertEquals("and stays", "{" + SampleReports.CONTAINER + "=1.0}", asked());
  }

  @Test
  public void managersMayHaveIpv6Addresses() throws IOException {
    conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, "[fd00::2]:8031");
    InetSocketAddress manager = OrchestratorRpcClient.managers(conf, 7).get(0);
    assertEquals(InetAddress.getByName("fd00::2"), manager.getAddress());
    assertEquals(7, manager.getPort());
  }

  /**
   * Skipped in a JVM without IPv6, as Maven's; OrchestratorHostSettingTest runs it in one that has
   * it.
   */
  @Test
  public void managerIsReachedOverIpv6() throws IOException {
    assumeTrue(hasIpv6());
    server = new TestServer("::1", 0, report -> approving(report, 1250));
    conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, "[::1]:1");
    client = new OrchestratorRpcClient(conf, server.address().getPort(), 10_000, 1_000);
    assertEquals("{" + SampleReports.CONTAINER + "=1250.0}", asked());
  }

  private static boolean hasIpv6() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  public void refusalIsThrownWithItsCause() throws IOException {
    server =
        new TestServer(
            "127.0.0.1",
            0,
            report -> {
              throw new MalformedMessageException("not today");
            });
    conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, "127.0.0.1:1");
    client = new OrchestratorRpcClient(conf, server.address().getPort(), 10_000, 1_000);
    RemoteException e = assertThrows(RemoteException.class, () -> client.exchange(REPORT));
    assertEquals(MalformedMessageException.class.getName(), e.getClassName());
    assertTrue(e.getMessage(), e.getMessage().contains("not today"));
  }

  @Test
  public void hangingServerTimesOut() throws IOException {
    server =
        new TestServer(
            "127.0.0.1",
            0,
            report -> {
              try {
                Thread.sleep(60_000);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return NodeAnswer.nothing();
            });
    conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, "127.0.0.1:1");
    client = new OrchestratorRpcClient(conf, server.address().getPort(), 300, 1_000);
    long start = System.nanoTime();
    assertThrows(IOException.class, () -> client.exchange(REPORT));
    assertTrue("not a minute", System.nanoTime() - start < 30_000_000_000L);
  }
}
