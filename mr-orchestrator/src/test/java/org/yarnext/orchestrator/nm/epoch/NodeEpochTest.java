// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.yarnext.orchestrator.nm.epoch.NodeLoop.CONTAINER;
import static org.yarnext.orchestrator.nm.epoch.NodeLoop.SECOND;

import java.io.IOException;
import java.net.ConnectException;
import java.util.EnumSet;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.Time;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.testing.LogLines;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;
import org.yarnext.orchestrator.policy.estimate.UniformEstimator;
import org.yarnext.orchestrator.rpc.NodeAnswer;
import org.yarnext.orchestrator.rpc.NodeUsageReport;

/** A node of four cores with one task of one core, and a ResourceManager that the test is. */
public class NodeEpochTest {
  private static final JobPhase MAPS = new JobPhase("job_1_0001", "MAP");

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private NodeLoop node;
  private NodeTaskManager manager;
  private NodeEpoch loop;
  private NodeUsageReport heard;
  private NodeAnswer.Builder answer = new NodeAnswer.Builder(false);
  private IOException failure;

  /** Decision on the previous epoch's report; null for an answer without one. */
  private Function<NodeUsageReport, NodeAnswer.Builder> decides;

  private long seconds;

  @Before
  public void start() throws IOException {
    node =
        new NodeLoop(
            folder.getRoot().toPath(), EnumSet.of(ResourceKind.CPU), new UniformEstimator());
    manager = node.manager;
    loop = node.loop(this::exchange, false);
    node.start(
        CONTAINER,
        "java -Xmx100m org.apache.hadoop.mapred.YarnChild h 1 attempt_1_0001_m_000000_0",
        20);
    node.cgroups.values().join(node.cgroups.find(CONTAINER), 42);
    node.kernel.set(node.file("cpu.stat"), "usage_usec 0");
    manager.sample(0);
  }

  @After
  public void close() {
    node.close();
  }

  private NodeAnswer exchange(NodeUsageReport report) throws IOException {
    NodeUsageReport before = heard;
    heard = report;
    if (failure != null) {
      throw failure;
    }
    return decides == null
        ? answer.on(report.grants()).build()
        : before == null ? NodeAnswer.nothing() : decides.apply(before).on(before.grants()).build();
  }

  /** The CPU that the task has after one more epoch. */
  private long epoch() throws IOException {
    seconds += 20;
    node.kernel.set(node.file("cpu.stat"), "usage_usec " + seconds * 500_000);
    manager.sample(seconds * SECOND);
    loop.next(seconds * SECOND);
    return node.cgroups.values().cpuShare(node.cgroups.find(CONTAINER));
  }

  private static NodeAnswer.Builder approved(double cpu) {
    return new NodeAnswer.Builder(true).approve(ResourceKind.CPU, CONTAINER, cpu);
  }

  @Test
  public void spareCpuGoesToTasksWhileTheResourceManagerDecides() throws IOException {
    loop = node.loop(this::exchange, true);
    loop.node("n1:1");
    assertEquals("nothing is decided yet", 1_000, epoch(), 25);
    answer = new NodeAnswer.Builder(true);
    assertEquals("it may not be what its command says", 1_000, epoch(), 25);
    answer = new NodeAnswer.Builder(true).application("application_1_0001");
    assertEquals("all of the node", 4_000, epoch(), 100);
    failure = new IOException("away");
    for (int i = 1; i < NodeEpoch.PATIENCE; i++) {
      assertEquals(4_000, epoch(), 100);
    }
    assertEquals(1_000, epoch(), 25);
  }

  @Test
  public void errorsOfTheClientReturnTasksToTheirTokens() throws IOException {
    loop =
        node.loop(
            report -> {
              if (failure != null) {
                throw new NoSuchMethodError("on purpose");
              }
              return exchange(report);
            },
            true);
    loop.node("n1:1");
    epoch();
    answer = new NodeAnswer.Builder(true).application("application_1_0001");
    assertEquals("all of the node", 4_000, epoch(), 100);
    failure = new IOException("the client fails as a class that is missing does");
    for (int i = 1; i < NodeEpoch.PATIENCE; i++) {
      assertEquals(4_000, epoch(), 100);
    }
    assertEquals(1_000, epoch(), 25);
    assertEquals(NodeEpoch.PATIENCE, count("AnswersMissing"));
  }

  /** The ResourceManager that was asked before is a standby's. */
  @Test
  public void refusalIsLoggedWithItsCauseAndRateLimited() throws IOException {
    loop.node("h1:45");
    try (LogLines log = new LogLines(NodeOrchestratorMetrics.class.getName())) {
      failure = new ConnectException("Connection refused");
      epoch();
      epoch();
      assertEquals(1, log.count("did not answer", "Connection refused"));
      String why = "nm/h2@R may not report for h1:45, since h2 is another node";
      long startMs = Time.monotonicNow();
      RemoteException refusal = new RemoteException(AccessControlException.class.getName(), why);
      failure.addSuppressed(refusal);
      for (long minute = 1; minute <= 120; minute++) {
        node.nodeMetrics.exchangeFailed(failure, startMs + minute * 60_000);
      }
      assertEquals(2, log.count("refuses this node's reports", why));
      assertEquals(3, log.lines().size());
    }
    assertEquals(120, count("AnswersRefused"));
    assertEquals(122, count("AnswersMissing"));
  }

  private long count(String metric) {
    return node.metrics.snapshot().get(metric).longValue();
  }

  @Test
  public void noReportIsSentBeforeTheNodeHasItsId() throws IOException {
    assertEquals(1000, epoch());
    assertNull(heard);
    loop.node("h1:45");
    epoch();
    assertEquals("h1:45", heard.node().node());
    assertEquals(3_000, heard.node().free(ResourceKind.CPU), 0);
    assertEquals(1, heard.tasks().size());
    assertEquals(500, heard.tasks().get(0).share(ResourceKind.CPU).used(), 1e-9);
    assertEquals("attempt_1_0001_m_000000_0", heard.attempt(CONTAINER));
  }

  @Test
  public void approvedAmountIsReachedAndRevokedInSteps() throws IOException {
    loop.node("h1:45");
    answer = approved(1500);
    assertEquals(1250, epoch());
    assertEquals(1500, epoch());
    assertEquals("it is told what it has", 1500, epoch());
    assertEquals(1500, heard.tasks().get(0).share(ResourceKind.CPU).allocated(), 0);
    answer = new NodeAnswer.Builder(true);
    assertEquals(1130, epoch(), 10);
    assertEquals(1000, epoch());
    assertEquals(5, count("Answers"));
  }

  private double granted(NodeUsageReport report) {
    return report.tasks().get(0).share(ResourceKind.CPU).allocated();
  }

  /**
   * A task in deficit is helped, and once it is helped keeps that; seen again with what it had
   * before it looks like its peers. A round knows the report of the epoch before.
   */
  @Test
  public void decisionOnAnOutdatedReportIsIgnored() throws IOException {
    loop.node("h1:45");
    decides = report -> approved(1250);
    epoch();
    assertEquals(1250, epoch());
    decides =
        report -> granted(report) > 1000 ? approved(granted(report)) : new NodeAnswer.Builder(true);
    for (int i = 0; i < 8; i++) {
      assertEquals("epoch " + i, 1250, epoch());
    }
    assertEquals(1, count("AnswersOutdated"));
    assertEquals(9, count("Answers"));
  }

  @Test
  public void decisionFromBeforeARestoreIsIgnored() throws IOException {
    loop.node("h1:45");
    decides = report -> approved(1250);
    epoch();
    epoch();
    manager.putBack();
    assertEquals("it was decided on 1250", 1000, epoch());
    assertEquals(1250, epoch());
  }

  @Test
  public void answerWithoutTheGrantsDecidedOnIsIgnored() throws IOException {
    loop.node("h1:45");
    decides = report -> approved(1250);
    epoch();
    manager.putBack();
    loop = node.loop(report -> approved(1250).build(), false);
    loop.node("h1:45");
    assertEquals(1000, epoch());
  }

  /** An application resizes its container again and again, so that no answer is current. */
  @Test
  public void outdatedAnswersKeepNoTaskFromItsTokenForEver() throws IOException {
    loop.node("h1:45");
    answer = approved(1250);
    assertEquals(1250, epoch());
    String resized = "container_1_0001_01_000003";
    node.start(resized, "sleep 9", 20);
    decides = report -> approved(1250);
    for (int i = 1; i <= NodeEpoch.PATIENCE; i++) {
      manager.updated(resized, new ContainerEntitlement(true, 1 + i % 2, 1024));
      assertEquals("epoch " + i, i < NodeEpoch.PATIENCE ? 1250 : 1000, epoch());
    }
    assertEquals(NodeEpoch.PATIENCE, count("AnswersOutdated"));
  }

  /** Each step of the return outdates the next answer. */
  @Test
  public void returnToTokensEndsSoonAfterTheResourceManagerIsBack() throws IOException {
    loop.node("h1:45");
    answer = approved(1500);
    while (epoch() < 1500) {
      assertTrue("" + seconds, seconds < 1_000);
    }
    failure = new IOException("connection refused");
    for (int i = 1; i < NodeEpoch.PATIENCE; i++) {
      assertEquals(1500, epoch());
    }
    final long once = epoch();
    assertTrue("one step: " + once, once > 1000 && once < 1500);
    failure = null;
    decides = report -> approved(granted(report));
    assertEquals("the answer is about what it had before", once, epoch());
    for (int i = 0; i < NodeEpoch.PATIENCE; i++) {
      assertEquals("epoch " + i, once, epoch());
    }
    assertEquals(1, count("AnswersOutdated"));
  }

  @Test
  public void allocationIsKeptForSomeEpochsWithoutADecision() throws IOException {
    loop.node("h1:45");
    answer = approved(1250);
    assertEquals(1250, epoch());
    answer = new NodeAnswer.Builder(false);
    for (int i = 1; i < NodeEpoch.PATIENCE; i++) {
      assertEquals(1250, epoch());
    }
    assertEquals("then its token counts", 1000, epoch());
    assertEquals(NodeEpoch.PATIENCE, count("AnswersWithoutDecision"));
  }

  @Test
  public void allocationIsKeptDuringAShortResourceManagerOutage() throws IOException {
    loop.node("h1:45");
    answer = approved(1250);
    assertEquals(1250, epoch());
    failure = new IOException("connection refused");
    for (int i = 1; i < NodeEpoch.PATIENCE; i++) {
      assertEquals(1250, epoch());
    }
    failure = null;
    assertEquals("back in time", 1250, epoch());
    failure = new IOException("connection refused");
    for (int i = 1; i < NodeEpoch.PATIENCE; i++) {
      assertEquals("again", 1250, epoch());
    }
    assertEquals(1000, epoch());
    assertEquals(2 * NodeEpoch.PATIENCE - 1, count("AnswersMissing"));
    assertEquals("it is not this node's fault", 0, node.guard.counters().failures());
  }

  @Test
  public void trippedGuardReturnsTasksToTheirTokens() throws IOException {
    loop.node("h1:45");
    answer = approved(1250);
    assertEquals(1250, epoch());
    for (int i = 0; i < 5; i++) {
      node.guard.recordFailure("test", new IllegalStateException());
    }
    assertEquals(1000, epoch());
    Map<String, String> before = node.kernel.snapshot();
    manager.putBack();
    assertEquals(before, node.kernel.snapshot());
  }

  @Test
  public void runTimesAndPhasesAreLearntFromAnswers() throws IOException {
    loop.node("h1:45");
    answer =
        new NodeAnswer.Builder(false)
            .total(CONTAINER, 160_000)
            .total("container_1_0001_01_000099", 1)
            .phase(MAPS, new PhaseUsage(4, 800, 1 << 20, 90_000));
    epoch();
    epoch();
    assertEquals(
        "by the mean of its peers",
        800,
        heard.tasks().get(0).share(ResourceKind.CPU).estimated(),
        1e-9);
    assertEquals(40_000, heard.tasks().get(0).elapsedMs(), 0);
    assertEquals(160_000, heard.tasks().get(0).totalMs(), 1e-6);
  }

  @Test
  public void uncontrolledResourcesAndUnknownContainersAreIgnored() throws IOException {
    loop.node("h1:45");
    answer =
        new NodeAnswer.Builder(true)
            .approve(ResourceKind.MEMORY, CONTAINER, 2L << 30)
            .approve(ResourceKind.CPU, "container_1_0001_01_000099", 2000);
    assertEquals(1000, epoch());
    assertEquals("max", node.kernel.read(node.file("memory.max")).trim());
  }
}
