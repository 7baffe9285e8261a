// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.service.ServiceStateChangeListener;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.util.resource.DefaultResourceCalculator;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.hadoop.yarn.util.resource.ResourceCalculator;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.conf.reload.ReloadResult;
import org.yarnext.common.conf.reload.ReloadResult.Outcome;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.rpc.NodeUsageReport;
import org.yarnext.testing.FreePort;

public class ClusterOrchestratorTest {
  private final Configuration conf = new YarnConfiguration();
  private final RMContext context = mock(RMContext.class);
  private final List<ServiceStateChangeListener> listeners = new ArrayList<>();
  private final ResourceScheduler scheduler =
      mock(ResourceScheduler.class, withSettings().extraInterfaces(Service.class));
  private final Service service = (Service) scheduler;
  private int port;
  private long nowMs;

  @Before
  public void configure() throws IOException {
    DefaultMetricsSystem.setMiniClusterMode(true);
    when(context.getRMNodes()).thenReturn(new ConcurrentHashMap<>());
    doAnswer(call -> listeners.add(call.getArgument(0)))
        .when(service)
        .registerServiceListener(any());
    port = FreePort.next();
    conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, "127.0.0.1:1");
    conf.setInt("yarn.mr-orchestrator.port", port);
    conf.set("yarn.mr-orchestrator.mode", "on");
    conf.set("yarn.mr-orchestrator.epoch", "5s");
    counts(new DominantResourceCalculator());
  }

  /** Makes the scheduler count with a calculator, as the CapacityScheduler and the others do. */
  private void counts(ResourceCalculator calculator) {
    Resource minimum = Resource.newInstance(1024, 1);
    doAnswer(
            call ->
                SchedulerUtils.getNormalizedResource(
                    call.getArgument(0), calculator, minimum, call.getArgument(1), minimum))
        .when(scheduler)
        .getNormalizedResource(any(), any());
  }

  @After
  public void stop() {
    stopScheduler();
    DefaultMetricsSystem.setMiniClusterMode(false);
  }

  private void stopScheduler() {
    when(service.isInState(Service.STATE.STOPPED)).thenReturn(true);
    listeners.forEach(listener -> listener.stateChanged(service));
  }

  private ClusterOrchestrator started() {
    ClusterOrchestrator orchestrator = new ClusterOrchestrator(() -> nowMs);
    orchestrator.init(conf, context, scheduler);
    return orchestrator;
  }

  private boolean listens() {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Hadoop's RPC server gives up its port on a thread of its own. */
  private boolean stillListensAfterStop() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (listens() && System.nanoTime() < deadline) {
      Thread.sleep(10);
    }
    return listens();
  }

  private void twoEpochs(ClusterOrchestrator... orchestrators) {
    for (int i = 0; i < 2; i++) {
      nowMs += 5_000;
      for (ClusterOrchestrator each : orchestrators) {
        each.editSchedule();
      }
    }
  }

  private static long rounds(ClusterOrchestrator orchestrator) {
    return orchestrator.epoch().metrics().snapshot().get("Rounds").longValue();
  }

  @Test
  public void portIsOpenFromTheFirstRoundUntilTheSchedulerStops() throws InterruptedException {
    ClusterOrchestrator orchestrator = started();
    assertEquals(5_000, orchestrator.getMonitoringInterval());
    nowMs += 3_600_000;
    assertFalse("not active yet", listens());
    orchestrator.editSchedule();
    assertTrue(listens());
    assertEquals("nodes have not had the time to report", 0, rounds(orchestrator));
    twoEpochs(orchestrator);
    assertEquals(1, rounds(orchestrator));
    stopScheduler();
    assertFalse(stillListensAfterStop());
    orchestrator.editSchedule();
    assertFalse("for good", listens());
    assertEquals(1, rounds(orchestrator));
  }

  @Test
  public void secondOrchestratorReplacesTheFirst() throws InterruptedException {
    ClusterOrchestrator first = started();
    first.editSchedule();
    ClusterOrchestrator second = started();
    assertFalse(stillListensAfterStop());
    second.editSchedule();
    assertTrue(listens());
    twoEpochs(first, second);
    assertEquals(0, rounds(first));
    assertEquals(1, rounds(second));
  }

  @Test
  public void portInUseIsRetried() throws IOException {
    ClusterOrchestrator orchestrator = started();
    try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      nowMs += 10_000;
      orchestrator.editSchedule();
      assertTrue(other.isBound());
      assertEquals(0, rounds(orchestrator));
    }
    orchestrator.editSchedule();
    assertTrue(listens());
    assertEquals("no node could report yet", 0, rounds(orchestrator));
    twoEpochs(orchestrator);
    assertEquals(1, rounds(orchestrator));
  }

  @Test
  public void catchUpCallsOfTheSchedulerRunNoRound() {
    ClusterOrchestrator orchestrator = started();
    orchestrator.editSchedule();
    twoEpochs(orchestrator);
    for (int i = 0; i < 2; i++) {
      orchestrator.editSchedule();
    }
    assertEquals(1, rounds(orchestrator));
    nowMs += 2_600;
    orchestrator.editSchedule();
    assertEquals("somewhat early", 2, rounds(orchestrator));
  }

  @Test
  public void nextRoundAfterALongPauseWaitsForReports() {
    ClusterOrchestrator orchestrator = started();
    orchestrator.editSchedule();
    nowMs += 5_000;
    orchestrator.editSchedule();
    nowMs += 7_500;
    orchestrator.editSchedule();
    assertEquals("as late as all reports count", 1, rounds(orchestrator));
    nowMs += 7_501;
    orchestrator.editSchedule();
    nowMs += 5_000;
    orchestrator.editSchedule();
    assertEquals("some reports do not count any more", 1, rounds(orchestrator));
    nowMs += 5_000;
    orchestrator.editSchedule();
    assertEquals(2, rounds(orchestrator));
  }

  @Test
  public void roundMayExceedTheGuardDeadline() {
    conf.set("yarn.mr-orchestrator.guard.deadline", "10ms");
    conf.set("yarn.mr-orchestrator.epoch", "2m");
    Thread own = Thread.currentThread();
    ClusterOrchestrator orchestrator =
        new ClusterOrchestrator(
            () -> {
              if (Thread.currentThread() != own) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
              }
              return nowMs;
            });
    orchestrator.init(conf, context, scheduler);
    for (int i = 0; i < 3; i++) {
      orchestrator.editSchedule();
      nowMs += 120_000;
    }
    assertEquals(1, rounds(orchestrator));
  }

  /** The reports of some nodes are still fresh, but not those of all. */
  @Test
  public void noRoundDecidesOnTheReportsOfOnlySomeNodesAfterAPause() {
    ClusterOrchestrator orchestrator = started();
    orchestrator.editSchedule();
    nowMs += 5_000;
    orchestrator.editSchedule();
    nowMs += 4_400;
    report(orchestrator, "early");
    nowMs += 600;
    orchestrator.editSchedule();
    assertEquals(1, rounds(orchestrator));
    nowMs += 4_500;
    report(orchestrator, "late");
    nowMs += 7_500;
    orchestrator.editSchedule();
    assertEquals("it knows half of the nodes", 1, rounds(orchestrator));
    assertEquals(1, orchestrator.epoch().exchange().nodes());
  }

  private static void report(ClusterOrchestrator orchestrator, String node) {
    orchestrator
        .epoch()
        .exchange()
        .exchange(
            new NodeUsageReport(
                new NodeHeadroom(node, 0, 0), Collections.emptyList(), Collections.emptyMap(), 1));
  }

  @Test
  public void modeOffStartsNothing() {
    conf.unset("yarn.mr-orchestrator.mode");
    ClusterOrchestrator orchestrator = started();
    orchestrator.editSchedule();
    assertNull(orchestrator.epoch());
    assertFalse(listens());
  }

  @Test
  public void refusedConfigurationStartsNothing() {
    for (String[] wrong : new String[][] {{"step", "0"}, {"progress", "telepathy"}}) {
      String key = "yarn.mr-orchestrator." + wrong[0];
      conf.set(key, wrong[1]);
      ClusterOrchestrator orchestrator = started();
      orchestrator.editSchedule();
      assertNull(orchestrator.epoch());
      conf.unset(key);
    }
    assertNotNull(started().epoch());
  }

  @Test
  public void cpuControlIsRefusedIfTheSchedulerCountsOnlyMemory() {
    counts(new DefaultResourceCalculator());
    ClusterOrchestrator orchestrator = started();
    orchestrator.editSchedule();
    assertNull(orchestrator.epoch());
    assertFalse(listens());
    conf.set("yarn.mr-orchestrator.control", "cpu");
    assertNull(started().epoch());
    conf.set("yarn.mr-orchestrator.control", "memory");
    assertNotNull(started().epoch());
  }

  /** As the mocked schedulers of Hadoop's own tests. */
  @Test
  public void schedulerThatDoesNotTellWhatItCountsIsAccepted() {
    doReturn(null).when(scheduler).getNormalizedResource(any(), any());
    assertNotNull(started().epoch());
  }

  private ReloadResult set(ClusterOrchestrator orchestrator, String key, String value) {
    conf.set("yarn.mr-orchestrator." + key, value);
    return orchestrator.live().reload(conf);
  }

  @Test
  public void modeOffStopsAtOnceAndModeOnStartsAfresh() throws InterruptedException {
    ClusterOrchestrator orchestrator = started();
    for (int i = 0; i < 3; i++) {
      orchestrator.editSchedule();
      assertTrue(listens());
      twoEpochs(orchestrator);
      assertEquals(1, rounds(orchestrator));
      set(orchestrator, "mode", "off");
      assertNull(orchestrator.epoch());
      assertFalse(stillListensAfterStop());
      orchestrator.editSchedule();
      assertFalse(listens());
      set(orchestrator, "mode", i == 0 ? "shadow" : "on");
      assertFalse("not before the next round", listens());
    }
    stopScheduler();
    set(orchestrator, "mode", "off");
    set(orchestrator, "mode", "on");
    orchestrator.editSchedule();
    assertFalse("for good", listens());
  }

  @Test
  public void modeIsRaisedFromOff() {
    conf.set("yarn.mr-orchestrator.mode", "off");
    ClusterOrchestrator orchestrator = started();
    orchestrator.editSchedule();
    assertEquals(Outcome.APPLIED, set(orchestrator, "mode", "on").outcome());
    orchestrator.editSchedule();
    assertTrue(listens());
  }

  @Test
  public void replacedOrchestratorFollowsNoSettings() throws InterruptedException {
    ClusterOrchestrator first = started();
    first.editSchedule();
    started();
    assertFalse(stillListensAfterStop());
    set(first, "mode", "off");
    set(first, "mode", "on");
    first.editSchedule();
    assertFalse(listens());
  }

  @Test
  public void raiseOfCpuControlIsRefusedIfTheSchedulerCountsOnlyMemory() {
    conf.set("yarn.mr-orchestrator.mode", "off");
    counts(new DefaultResourceCalculator());
    ClusterOrchestrator orchestrator = started();
    set(orchestrator, "mode", "on");
    assertNull(orchestrator.epoch());
    orchestrator.editSchedule();
    assertFalse(listens());
  }
}
