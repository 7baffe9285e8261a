// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.yarnext.orchestrator.policy.TaskBuilder.task;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.balance.AllocationPolicy;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;
import org.yarnext.orchestrator.rpc.NodeAnswer;
import org.yarnext.orchestrator.rpc.NodeUsageReport;

/** Five nodes run a map of jobs A and B each; on the last A's gets less CPU than elsewhere. */
public class ReportExchangeTest {
  private static final long EPOCH = 20_000;

  private final ProgressCache cache = new ProgressCache(50_000);
  private final Map<String, Double> progress = new HashMap<>();
  private long nowMs = 1_000_000;
  private AllocationPolicy policy;
  private ReportExchange exchange;

  @Before
  public void start() throws InvalidConfigurationException {
    exchange = newExchange(true);
  }

  private ReportExchange newExchange(boolean acts) throws InvalidConfigurationException {
    policy = OrchestratorConfiguration.read(new Configuration(false)).newPolicy();
    ReportExchange made = new ReportExchange(acts, EPOCH, cache, () -> nowMs);
    made.open();
    return made;
  }

  private NodeAnswer report(String node, TaskView... tasks) {
    return report(node, 1, tasks);
  }

  private NodeAnswer report(String node, long grants, TaskView... tasks) {
    Map<String, String> attempts = new HashMap<>();
    for (TaskView each : tasks) {
      attempts.put(each.container(), each.container());
    }
    return exchange.exchange(
        new NodeUsageReport(new NodeHeadroom(node, 0, 0), Arrays.asList(tasks), attempts, grants));
  }

  /** A task that has run for a minute; its application reports its total run time. */
  private TaskView running(String container, String node, ResourceShare cpu, double totalMs) {
    progress.put(container, 60_000 / totalMs);
    return task(container).of(container.substring(0, 1)).on(node).since(60_000).cpu(cpu).view();
  }

  private Map<String, NodeAnswer> allReport() {
    Map<String, NodeAnswer> answers = new TreeMap<>();
    for (int n = 1; n <= 4; n++) {
      ResourceShare usual = ResourceShare.of(790 + n, 1000);
      String node = "n" + n;
      answers.put(
          node,
          report(
              node,
              running("a" + n, node, usual, 100_000 + n),
              running("b" + n, node, usual, 150_000 + n)));
    }
    answers.put(
        "n5",
        report(
            "n5",
            running("a5", "n5", ResourceShare.of(300, 1000).estimated(600), 220_000),
            running("b5", "n5", ResourceShare.of(1600, 1000).allocated(1500), 80_000)));
    cache.put(progress, nowMs);
    return answers;
  }

  private AllocationPolicy.Result decide(ReportSnapshot snapshot) {
    return policy.decide(snapshot.nodes(), snapshot.tasks());
  }

  private void round() {
    ReportSnapshot snapshot = exchange.collect();
    if (snapshot != null) {
      exchange.publish(snapshot, decide(snapshot));
    }
  }

  private static String cpu(NodeAnswer answer) {
    return new TreeMap<>(answer.approved(ResourceKind.CPU)).toString();
  }

  @Test
  public void nextReportOfTheNodeIsAnsweredWithCpuForTheTaskInDeficit() {
    nowMs += 2 * EPOCH;
    assertFalse("no round yet", allReport().get("n5").isDecided());
    round();
    Map<String, NodeAnswer> answers = allReport();
    assertEquals("{a5=1250.0, b5=1250.0}", cpu(answers.get("n5")));
    assertTrue(answers.get("n1").isDecided());
    assertEquals("{}", cpu(answers.get("n1")));
    assertEquals("of the task that it had then", "a5", answers.get("n5").attempt("a5"));
  }

  /** One of Tez, whose history begins with the attempt. */
  @Test
  public void expectedRunTimeIsReturnedWithItsAttempt() {
    nowMs += 2 * EPOCH;
    allReport();
    ReportSnapshot snapshot = exchange.collect();
    AllocationPolicy.Result result = decide(snapshot);
    exchange.exchange(
        new NodeUsageReport(
            new NodeHeadroom("n5", 0, 0),
            Collections.singletonList(running("a5", "n5", ResourceShare.of(1, 1000), 100_000)),
            Collections.singletonMap("a5", "the next"),
            1));
    exchange.publish(snapshot, result);
    NodeAnswer answer = report("n5");
    assertEquals(220_000, answer.totals().get("a5"), 1e-6);
    assertEquals("a5", answer.attempt("a5"));
  }

  @Test
  public void answerNamesTheGrantsOfTheReportDecidedOn() {
    nowMs += 2 * EPOCH;
    report("n1", 7);
    report("n2", 8);
    ReportSnapshot snapshot = exchange.collect();
    AllocationPolicy.Result result = decide(snapshot);
    report("n1", 9);
    exchange.publish(snapshot, result);
    assertEquals("not what came since", 7, report("n1", 10).grants());
    assertEquals(8, report("n2", 8).grants());
    round();
    assertEquals(10, report("n1", 10).grants());
  }

  @Test
  public void noDecisionIsMadeBeforeAllNodesCouldReport() {
    allReport();
    nowMs += 2 * EPOCH - 1;
    allReport();
    assertNull(exchange.collect());
    nowMs += 1;
    round();
    assertTrue(allReport().get("n5").isDecided());
  }

  @Test
  public void answerContainsPhasesAndRunTimesOfTheNodesTasks() {
    nowMs += 2 * EPOCH;
    allReport();
    round();
    NodeAnswer answer = allReport().get("n5");
    PhaseUsage maps = answer.phases().get(new JobPhase("a", "MAP"));
    assertEquals(5, maps.tasks());
    assertEquals((791 + 792 + 793 + 794 + 300) / 5.0, maps.mean(ResourceKind.CPU), 1e-9);
    assertEquals(100_003, maps.typicalTotalMs(), 1e-6);
    assertEquals(220_000, answer.totals().get("a5"), 1e-6);
    assertEquals("of its own tasks only", 2, answer.totals().size());
    assertEquals("of the task that it had then", "b1", report("n1").attempt("b1"));
  }

  @Test
  public void negligibleProgressIsIgnored() {
    nowMs += 2 * EPOCH;
    allReport();
    progress.put("a5", 1e-20);
    cache.put(progress, nowMs);
    round();
    assertEquals("[b5]", allReport().get("n5").totals().keySet().toString());
  }

  @Test
  public void timeSinceTheReportCountsAsElapsed() {
    nowMs += 2 * EPOCH;
    allReport();
    nowMs += 6_000;
    round();
    NodeAnswer answer = allReport().get("n5");
    assertEquals("66 of 220 seconds", 220_000, answer.totals().get("a5"), 1e-6);
  }

  @Test
  public void oldReportIsIgnored() {
    nowMs += 2 * EPOCH;
    allReport();
    nowMs += 5 * EPOCH / 2;
    assertNotNull(exchange.collect());
    assertEquals(5, exchange.nodes());
    nowMs += 1;
    round();
    assertEquals(0, exchange.nodes());
    assertEquals(0, exchange.tasks());
  }

  @Test
  public void oldDecisionIsNotReturned() {
    nowMs += 2 * EPOCH;
    allReport();
    round();
    nowMs += 5 * EPOCH / 2;
    assertTrue(report("n5").isDecided());
    nowMs += 1;
    assertFalse(report("n5").isDecided());
  }

  @Test
  public void newNodeGetsNoDecisionBeforeTheNextRound() {
    nowMs += 2 * EPOCH;
    allReport();
    round();
    assertFalse(report("n6").isDecided());
    round();
    assertTrue(report("n6").isDecided());
  }

  @Test
  public void nodeThatJoinsDuringARoundGetsNoDecision() {
    nowMs += 2 * EPOCH;
    allReport();
    ReportSnapshot snapshot = exchange.collect();
    AllocationPolicy.Result result = decide(snapshot);
    report("n6");
    exchange.publish(snapshot, result);
    assertFalse("nothing was decided of it", report("n6").isDecided());
    assertTrue(report("n5").isDecided());
  }

  @Test
  public void shadowModeReturnsEverythingExceptAmounts() throws Exception {
    exchange = newExchange(false);
    nowMs += 2 * EPOCH;
    allReport();
    ReportSnapshot snapshot = exchange.collect();
    AllocationPolicy.Result result = decide(snapshot);
    assertEquals("decided all the same", 2, result.adjustments().size());
    exchange.publish(snapshot, result);
    NodeAnswer answer = allReport().get("n5");
    assertFalse(answer.isDecided());
    assertEquals("{}", cpu(answer));
    assertEquals(2, answer.phases().size());
    assertEquals(2, answer.totals().size());
  }

  @Test
  public void newResourceManagerContinuesFromReportedAllocations() throws Exception {
    exchange = newExchange(true);
    nowMs += 2 * EPOCH;
    allReport();
    report(
        "n5",
        running("a5", "n5", ResourceShare.of(800, 1000).allocated(1250), 110_000),
        running("b5", "n5", ResourceShare.of(790, 1000).allocated(750), 140_000));
    cache.put(progress, nowMs);
    round();
    assertEquals("{a5=1250.0, b5=750.0}", cpu(report("n5")));
  }

  @Test
  public void onlyUsageIsComparedWithoutProgress() {
    nowMs += 2 * EPOCH;
    allReport();
    cache.put(Collections.emptyMap(), nowMs);
    cache.evictOld(nowMs + 60_000);
    ReportSnapshot snapshot = exchange.collect();
    AllocationPolicy.Result result = decide(snapshot);
    assertEquals(2, result.contention().size());
    exchange.publish(snapshot, result);
    NodeAnswer answer = report("n5");
    assertTrue(answer.totals().isEmpty());
    assertEquals("[a5, b5]", new TreeMap<>(answer.approved(ResourceKind.CPU)).keySet().toString());
    assertEquals("of the task that it had then", "a5", answer.attempt("a5"));
  }
}
