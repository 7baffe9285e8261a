// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.actuation.ActuationPlanner;
import org.yarnext.orchestrator.policy.actuation.CurrentAllocation;
import org.yarnext.orchestrator.policy.actuation.PlanLimits;
import org.yarnext.orchestrator.policy.actuation.PlannedAllocation;
import org.yarnext.orchestrator.policy.balance.AllocationChange;
import org.yarnext.orchestrator.policy.balance.AllocationPolicy;
import org.yarnext.orchestrator.policy.balance.BalanceLimits;
import org.yarnext.orchestrator.policy.balance.PerformanceBalancer;
import org.yarnext.orchestrator.policy.contention.ContentionDetector;
import org.yarnext.orchestrator.policy.contention.ContentionLimits;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;
import org.yarnext.orchestrator.policy.estimate.RegressionEstimator;
import org.yarnext.orchestrator.policy.estimate.UsageHistory;
import org.yarnext.orchestrator.policy.estimate.UsageWindow;

/**
 * All decisions epoch after epoch, each on what nodes have reported an epoch before it reaches
 * them, and left out where they have changed since, on a model of CPUs: what a node has is shared
 * in proportion to what its tasks are granted, and no task uses more than one core. Five nodes of
 * two vcores run a task of job A (guaranteed) and one of job B (opportunistic) each; on the last
 * one something else takes half of the CPU. The first one's task of B has the most to do, and the
 * last one's the least.
 */
public class SteeringLoopTest {
  private static final double EPOCH_MS = 20_000;
  private static final double NODE = 2000;
  private static final double CORE = 1000;
  private static final double MIN = 100;
  private static final double SAMPLE_MS = 5_000;
  private static final double[] WORK_OF_B = {900_000, 600_000, 600_000, 600_000, 300_000};

  private final AllocationPolicy round =
      new AllocationPolicy(
          ControlMode.CPU,
          new ContentionDetector(new ContentionLimits(EPOCH_MS, 3, 0.3)),
          new PerformanceBalancer(new BalanceLimits(EPOCH_MS, 0.1, 0.25)));
  private final ActuationPlanner planner = new ActuationPlanner(new PlanLimits(0.25, 0.02));
  private final Map<String, Task> running = new TreeMap<>();
  private final Map<String, PhaseUsage> phases = new HashMap<>();
  private final Map<String, Integer> changes = new HashMap<>();
  private Reported reported;
  private double nowMs;
  private double slowUntilMs = Double.POSITIVE_INFINITY;

  /** Reports of the nodes in an epoch. */
  private static final class Reported {
    private final List<NodeHeadroom> nodes = new ArrayList<>();
    private final List<TaskView> views = new ArrayList<>();
    private final Map<String, Integer> changes = new HashMap<>();
  }

  /** A task of the model. */
  private static final class Task {
    private final String name;
    private final String node;
    private final double workMs;
    private double doneMs;
    private double granted = CORE;
    private double lastChange;
    private boolean hasTurned;
    private double used;
    private final UsageHistory history = new UsageHistory((long) SAMPLE_MS, 120);

    private Task(String name, String node, double workMs) {
      this.name = name;
      this.node = node;
      this.workMs = workMs;
    }

    private String job() {
      return name.substring(0, 1);
    }

    private void grant(double amount) {
      double change = amount - granted;
      granted = amount;
      if (change != 0) {
        boolean turns = change * lastChange < 0;
        assertFalse(name + " goes to and fro", turns && hasTurned);
        hasTurned = turns;
        lastChange = change;
      }
    }

    private boolean isGuaranteed() {
      return job().equals("A");
    }

    private TaskView view(double nowMs, PhaseUsage phase) {
      Double need =
          new RegressionEstimator().estimate(ResourceKind.CPU, history, phase, EPOCH_MS).value();
      ResourceShare cpu = ResourceShare.of(used, CORE).allocated(granted).minimum(MIN);
      cpu = cpu.estimated(need == null ? Double.NaN : need);
      TaskBuilder view =
          TaskBuilder.task(name).of(job()).on(node).at(nowMs, doneMs / workMs).cpu(cpu);
      return isGuaranteed() ? view.view() : view.opportunistic().view();
    }
  }

  /** When each job ends. */
  private Map<String, Double> ends(double slowNode, boolean steered) {
    Map<String, Double> ends = new HashMap<>();
    nowMs = 0;
    phases.clear();
    reported = null;
    for (int n = 1; n <= 5; n++) {
      running.put("A" + n, new Task("A" + n, "n" + n, 200_000));
      running.put("B" + n, new Task("B" + n, "n" + n, WORK_OF_B[n - 1]));
    }
    while (!running.isEmpty()) {
      assertTrue("it ends", nowMs < 10_000_000);
      for (int n = 1; n <= 5; n++) {
        work("n" + n, n == 5 && nowMs < slowUntilMs ? slowNode : NODE, ends);
      }
      nowMs += EPOCH_MS;
      if (steered) {
        steer();
      }
    }
    return ends;
  }

  private List<Task> on(String node) {
    List<Task> tasks = new ArrayList<>();
    running.values().stream().filter(t -> t.node.equals(node)).forEach(tasks::add);
    return tasks;
  }

  /** One epoch of one node. */
  private void work(String node, double cpu, Map<String, Double> ends) {
    List<Task> tasks = on(node);
    double granted = tasks.stream().mapToDouble(t -> t.granted).sum();
    double left = cpu;
    for (Task task : tasks) {
      task.used = Math.min(CORE, cpu * task.granted / granted);
      left -= task.used;
    }
    for (Task task : tasks) {
      double more = Math.min(left, CORE - task.used);
      task.used += more;
      left -= more;
      double before = task.doneMs;
      for (double at = SAMPLE_MS; at <= EPOCH_MS; at += SAMPLE_MS) {
        task.doneMs += SAMPLE_MS * task.used / CORE;
        task.history.add(
            new UsageWindow(nowMs + at, task.used, 0, Math.min(1, task.doneMs / task.workMs)));
      }
      if (task.doneMs >= task.workMs) {
        double end = nowMs + EPOCH_MS * (task.workMs - before) / (task.doneMs - before);
        ends.merge(task.job(), end, Math::max);
        running.remove(task.name);
      }
    }
  }

  private Reported report() {
    Reported now = new Reported();
    now.changes.putAll(changes);
    for (int n = 1; n <= 5; n++) {
      double granted = on("n" + n).stream().mapToDouble(t -> t.granted).sum();
      now.nodes.add(new NodeHeadroom("n" + n, NODE - granted, 0));
    }
    for (Task task : running.values()) {
      now.views.add(task.view(nowMs, phases.getOrDefault(task.job(), PhaseUsage.unknown())));
    }
    for (String job : new String[] {"A", "B"}) {
      List<TaskView> peers = new ArrayList<>(now.views);
      peers.removeIf(view -> !view.phase().job().equals(job));
      phases.put(job, PhaseUsage.of(peers));
    }
    return now;
  }

  /** One epoch of the orchestrator. */
  private void steer() {
    Reported before = reported;
    reported = report();
    if (before == null) {
      return;
    }
    Map<String, Double> approved = new HashMap<>();
    for (AllocationChange each : round.decide(before.nodes, before.views).approved()) {
      approved.put(each.task().container(), each.amount());
    }
    for (int n = 1; n <= 5; n++) {
      if (!Objects.equals(changes.get("n" + n), before.changes.get("n" + n))) {
        continue;
      }
      List<CurrentAllocation> holdings = new ArrayList<>();
      for (Task t : on("n" + n)) {
        holdings.add(
            new CurrentAllocation(t.name, t.job(), t.isGuaranteed(), t.granted, CORE, MIN));
      }
      for (Decision<PlannedAllocation> each :
          planner.plan(ResourceKind.CPU, NODE, holdings, approved)) {
        if (each.value().change() != 0) {
          running.get(each.value().container()).grant(each.value().amount());
          changes.merge("n" + n, 1, Integer::sum);
        }
      }
      double granted = on("n" + n).stream().mapToDouble(t -> t.granted).sum();
      assertTrue("no more than there is", granted <= NODE);
    }
  }

  @Test
  public void jobWithAStragglerEndsEarlierAndTheDonorJobNotLater() {
    Map<String, Double> stock = ends(NODE / 2, false);
    Map<String, Double> steered = ends(NODE / 2, true);
    assertEquals(400_000, stock.get("A"), 1);
    assertEquals(900_000, stock.get("B"), 1);
    assertTrue(steered.toString(), steered.get("A") < 0.85 * stock.get("A"));
    assertTrue(steered.toString(), steered.get("B") <= 1.01 * stock.get("B"));
  }

  @Test
  public void allocationsDoNotOscillateAfterATemporarySlowdown() {
    for (double until = EPOCH_MS; until <= 20 * EPOCH_MS; until += EPOCH_MS) {
      slowUntilMs = until;
      for (double slow : new double[] {0.25, 0.5, 0.6, 0.7}) {
        ends(slow * NODE, true);
      }
    }
  }

  @Test
  public void steeringChangesNothingWithoutContention() {
    assertEquals(ends(NODE, false), ends(NODE, true));
  }
}
