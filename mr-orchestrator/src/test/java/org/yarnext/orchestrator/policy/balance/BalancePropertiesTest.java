// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.balance;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.yarnext.orchestrator.policy.TaskBuilder.task;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskBuilder;
import org.yarnext.orchestrator.policy.TaskView;

/** Properties of every cluster. Each trial is made from its seed, which a failure names. */
@RunWith(JUnitQuickcheck.class)
public class BalancePropertiesTest {
  private static final double STEP = 0.25;
  private static final double CLOSE = 1e-6;

  private final PerformanceBalancer balancer =
      new PerformanceBalancer(new BalanceLimits(20_000, 0.1, STEP));
  private final List<TaskView> tasks = new ArrayList<>();
  private final List<NodeHeadroom> nodes = new ArrayList<>();
  private final List<AllocationRequest> requests = new ArrayList<>();
  private final Set<String> hogging = new HashSet<>();

  /** Amount of each container after the round. */
  private final Map<String, Double> after = new HashMap<>();

  private void world(long seed) {
    Random random = new Random(seed);
    int nodeCount = 1 + random.nextInt(6);
    for (int n = 0; n < nodeCount; n++) {
      nodes.add(new NodeHeadroom("n" + n, random.nextInt(4) == 0 ? random.nextInt(900) : 0, 0));
    }
    int size = 2 + random.nextInt(40);
    for (int i = 0; i < size; i++) {
      double used = random.nextInt(2000);
      TaskBuilder builder =
          task("c" + i)
              .on("n" + random.nextInt(nodeCount))
              .of("ABCD".charAt(random.nextInt(4)) + "")
              .cpu(
                  ResourceShare.of(used, 1000)
                      .allocated(400 + random.nextInt(1600))
                      .minimum(random.nextInt(500))
                      .estimated(random.nextBoolean() ? Double.NaN : random.nextInt(2000)))
              .total(70_000 + random.nextInt(300_000));
      TaskView view = (random.nextInt(3) == 0 ? builder.opportunistic() : builder).view();
      tasks.add(view);
      int what = random.nextInt(3);
      if (what == 0) {
        requests.add(new AllocationRequest(view, random.nextInt(4000)));
      } else if (what == 1) {
        hogging.add(view.container());
      }
    }
  }

  private List<Decision<AllocationChange>> decide() {
    List<Decision<AllocationChange>> decisions =
        balancer.decide(ResourceKind.CPU, nodes, tasks, requests, hogging);
    tasks.forEach(t -> after.put(t.container(), has(t)));
    decisions.forEach(d -> after.put(d.value().task().container(), d.value().amount()));
    return decisions;
  }

  private static double has(TaskView task) {
    return task.share(ResourceKind.CPU).allocated();
  }

  @Property(trials = 400, shrink = false)
  public void changesOnANodeFitItsHeadroom(@When(seed = 1) long seed) {
    world(seed);
    List<Decision<AllocationChange>> decisions = decide();
    for (NodeHeadroom node : nodes) {
      double change = 0;
      for (TaskView task : tasks) {
        if (task.node().equals(node.node())) {
          change += after.get(task.container()) - has(task);
        }
      }
      assertTrue(node.node() + " grew by " + change, change <= node.free(ResourceKind.CPU) + CLOSE);
    }
    Set<String> decided = new HashSet<>();
    decisions.forEach(d -> assertTrue(decided.add(d.value().task().container())));
    requests.forEach(r -> assertTrue(decided.contains(r.task().container())));
  }

  @Property(trials = 400, shrink = false)
  public void changesKeepStepsMinimumsAndTokens(@When(seed = 2) long seed) {
    world(seed);
    decide();
    for (TaskView task : tasks) {
      double now = after.get(task.container());
      double before = has(task);
      assertTrue(Math.abs(now - before) <= STEP * before + CLOSE);
      if (now < before) {
        ResourceShare share = task.share(ResourceKind.CPU);
        assertTrue(now >= share.minimum());
        if (task.isGuaranteed() && now < share.entitled()) {
          double below = Math.min(share.entitled(), before) - now;
          assertTrue("only for its own application", ownGain(task) >= below - CLOSE);
        }
      }
    }
  }

  /** Gain of tasks of the same application on the same node. */
  private double ownGain(TaskView giver) {
    double gain = 0;
    for (TaskView task : tasks) {
      if (task.node().equals(giver.node()) && task.application().equals(giver.application())) {
        gain += Math.max(0, after.get(task.container()) - has(task));
      }
    }
    return gain;
  }

  @Property(trials = 400, shrink = false)
  public void noPhaseEndsLaterAndEveryHelpedPhaseEndsEarlier(@When(seed = 3) long seed) {
    world(seed);
    Set<JobPhase> helped = new HashSet<>();
    for (Decision<AllocationChange> each : decide()) {
      if (each.reason() == BalanceReason.BALANCE_APPROVED) {
        assertTrue(each.value().change() > 0);
        helped.add(each.value().task().phase());
      }
    }
    for (Map.Entry<JobPhase, Double> end : ends(false).entrySet()) {
      double later = ends(true).get(end.getKey());
      assertTrue(end.getKey() + " ends later", later <= end.getValue() * (1 + CLOSE));
      if (helped.contains(end.getKey())) {
        assertTrue(end.getKey() + " ends no earlier", later < end.getValue() * (1 - CLOSE));
      }
    }
  }

  /** When the latest task of each phase ends, by equation (2). */
  private Map<JobPhase, Double> ends(boolean afterwards) {
    Map<JobPhase, Double> ends = new HashMap<>();
    for (TaskView task : tasks) {
      double now = after.get(task.container());
      double used = task.share(ResourceKind.CPU).used();
      double alpha = 1;
      if (afterwards && now > has(task)) {
        alpha = has(task) / now;
      } else if (afterwards && now < has(task) && now < used) {
        alpha = used / now;
      }
      double left = task.totalMs() - task.elapsedMs();
      ends.merge(task.phase(), task.elapsedMs() + alpha * left, Math::max);
    }
    return ends;
  }

  @Property(trials = 100, shrink = false)
  public void sameInputGivesTheSameDecisions(@When(seed = 4) long seed) {
    world(seed);
    assertEquals(decide().toString(), decide().toString());
  }
}
