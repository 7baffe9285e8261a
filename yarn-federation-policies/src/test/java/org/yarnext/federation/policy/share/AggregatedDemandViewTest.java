// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.junit.Test;
import org.yarnext.federation.policy.share.SubClusterDemand.QueueDemand;

public class AggregatedDemandViewTest {
  private static final double EXACT = 1e-9;

  private static Map<String, Double> amounts(double mb, double vcores) {
    Map<String, Double> amounts = new HashMap<>();
    amounts.put("memory-mb", mb);
    amounts.put("vcores", vcores);
    return amounts;
  }

  private static QueueDemand queue(double weight, double usedMb, double waitingMb) {
    return QueueDemand.of(weight, amounts(usedMb, 1), amounts(waitingMb, 1));
  }

  private static SubClusterDemand report(String name, double mb, Map<String, QueueDemand> queues) {
    return SubClusterDemand.of(name, amounts(mb, 1_000), queues);
  }

  private static Map<String, QueueDemand> queues(Object... pathsAndQueues) {
    Map<String, QueueDemand> queues = new HashMap<>();
    for (int i = 0; i < pathsAndQueues.length; i += 2) {
      queues.put((String) pathsAndQueues[i], (QueueDemand) pathsAndQueues[i + 1]);
    }
    return queues;
  }

  @Test
  public void queuesOfAllSubClustersAreWeightedBySize() {
    AggregatedDemandView all =
        AggregatedDemandView.of(
            Arrays.asList(
                report("x", 300, queues("root.a", queue(40, 10, 5), "root.b", queue(60, 0, 0))),
                report("y", 100, queues("root.a", queue(80, 1, 2)))));
    ShareView view = all.view();
    assertEquals("memory-mb", all.resource());
    int a = view.queues().indexOf("root.a");
    assertEquals(50, view.queues().weight(a), EXACT);
    int b = view.queues().indexOf("root.b");
    assertEquals("three quarters of 60, and nothing of y", 45, view.queues().weight(b), EXACT);
    assertEquals(15, view.demand(a, 0), EXACT);
    assertEquals(1, view.used(a, 1), EXACT);
    assertEquals(3, view.demand(a, 1), EXACT);
    assertEquals(300, view.capacity(0), EXACT);
  }

  @Test
  public void scarcestResourceIsDivided() {
    QueueDemand cores = QueueDemand.of(1, amounts(1, 800), amounts(1, 500));
    AggregatedDemandView all =
        AggregatedDemandView.of(
            Collections.singletonList(report("x", 300, queues("root.a", cores))));
    assertEquals("vcores", all.resource());
    assertEquals(1_300, all.view().demand(1, 0), EXACT);
    assertEquals(1_000, all.view().capacity(0), EXACT);
  }

  @Test
  public void resourceMissingInOneSubClusterIsNotDivided() {
    QueueDemand cores = QueueDemand.of(1, amounts(1, 800), amounts(1, 500));
    Map<String, Double> memory = Collections.singletonMap("memory-mb", 100.0);
    SubClusterDemand other =
        SubClusterDemand.of("y", memory, queues("root.a", QueueDemand.of(1, memory, memory)));
    AggregatedDemandView all =
        AggregatedDemandView.of(Arrays.asList(report("x", 300, queues("root.a", cores)), other));
    assertEquals("memory-mb", all.resource());
  }

  @Test
  public void parentInOneSubClusterIsAParentInAll() {
    ShareView view =
        AggregatedDemandView.of(
                Arrays.asList(
                    report("x", 300, queues("root.a", queue(1, 9, 0), "root.a.b", queue(1, 9, 0))),
                    report("y", 100, queues("root.a", queue(1, 7, 0)))))
            .view();
    int a = view.queues().indexOf("root.a");
    assertEquals(9, view.used(a, 0), EXACT);
    assertEquals("that of a child of its own", 7, view.used(a, 1), EXACT);
    int itself = view.queues().indexOf("root.a.(itself)");
    assertEquals(7, view.used(itself, 1), EXACT);
    assertEquals(0, view.used(itself, 0), EXACT);
    assertEquals("all of a in a quarter", 0.25, view.queues().weight(itself), EXACT);
    assertEquals(0.75, view.queues().weight(view.queues().indexOf("root.a.b")), EXACT);
  }

  @Test
  public void queueWithoutItsParentIsRefusedByName() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                AggregatedDemandView.of(
                    Collections.singletonList(report("x", 1, queues("root.a.b", queue(1, 1, 1))))));
    assertTrue(e.getMessage(), e.getMessage().contains("root.a.b"));
  }

  @Test
  public void queueOfOneSubClusterIsDueItsWeightThere() {
    ShareView view =
        AggregatedDemandView.of(
                Arrays.asList(
                    report("x", 300, queues("root.a", queue(100, 0, 999))),
                    report(
                        "y",
                        100,
                        queues("root.a", queue(50, 0, 999), "root.b", queue(50, 0, 999)))))
            .view();
    GlobalQueueShares shares = new GlobalFairnessSharePolicy().decide(view).value();
    assertEquals(50, shares.of(view.queues().indexOf("root.b"), 1), 1e-3);
    assertEquals(50, shares.of(view.queues().indexOf("root.a"), 1), 1e-3);
  }

  @Test
  public void queueWithoutWeightGetsTheRemainder() {
    ShareView view =
        AggregatedDemandView.of(
                Collections.singletonList(
                    report(
                        "x", 100, queues("root.a", queue(0, 0, 100), "root.b", queue(100, 0, 70)))))
            .view();
    GlobalQueueShares shares = new GlobalFairnessSharePolicy().decide(view).value();
    assertEquals(70, shares.of(view.queues().indexOf("root.b"), 0), 1e-3);
    assertEquals(30, shares.of(view.queues().indexOf("root.a"), 0), 1e-3);
  }

  @Test
  public void demandBeyondTheMaximumDoesNotCount() {
    ShareView view =
        AggregatedDemandView.of(
                Collections.singletonList(
                    report(
                        "x",
                        100,
                        queues(
                            "root.a", queue(1, 30, 999).atMost(0.5),
                            "root.b", queue(1, 30, 999).atMost(0.2),
                            "root.c", queue(1, 30, 999)))))
            .view();
    assertEquals(50, view.demand(view.queues().indexOf("root.a"), 0), EXACT);
    assertEquals("what runs, runs", 30, view.demand(view.queues().indexOf("root.b"), 0), EXACT);
    assertEquals("no bound", 1_029, view.demand(view.queues().indexOf("root.c"), 0), EXACT);
  }

  @Test
  public void demandWithinAMaximumIsDividedFairlyAmongChildren() {
    ShareView view =
        AggregatedDemandView.of(
                Collections.singletonList(
                    report(
                        "x",
                        100,
                        queues(
                            "root.a", queue(1, 20, 2_000).atMost(0.6),
                            "root.a.b", queue(75, 0, 999).atMost(1),
                            "root.a.c", queue(25, 20, 999).atMost(1),
                            "root.a.b.d", queue(90, 0, 10).atMost(0.6),
                            "root.a.b.e", queue(10, 0, 989).atMost(0.6)))))
            .view();
    assertEquals(60, view.demand(view.queues().indexOf("root.a"), 0), EXACT);
    assertEquals("the rest is used", 40, view.demand(view.queues().indexOf("root.a.b"), 0), EXACT);
    assertEquals(20, view.demand(view.queues().indexOf("root.a.c"), 0), EXACT);
    assertEquals(10, view.demand(view.queues().indexOf("root.a.b.d"), 0), EXACT);
    assertEquals(30, view.demand(view.queues().indexOf("root.a.b.e"), 0), EXACT);
  }

  /**
   * The requests of one queue name a host that does not exist. If cores were divided, the other
   * queue would be due a fifth of the cluster instead of all that it uses.
   */
  @Test
  public void requestsOfOneQueueMakeNoResourceScarcerThanOneInUse() {
    QueueDemand asks = QueueDemand.of(50, amounts(0, 0), amounts(1, 99_000)).atMost(1);
    QueueDemand uses = QueueDemand.of(50, amounts(90, 200), amounts(30, 70)).atMost(1);
    AggregatedDemandView all =
        AggregatedDemandView.of(
            Collections.singletonList(report("x", 100, queues("root.a", asks, "root.b", uses))));
    assertEquals("memory-mb", all.resource());
    int b = all.view().queues().indexOf("root.b");
    assertEquals(100, new GlobalFairnessSharePolicy().decide(all.view()).value().of(b, 0), 1.5);
  }

  @Test
  public void requestsMakeAResourceScarceIfAllQueuesWantIt() {
    QueueDemand wants = QueueDemand.of(50, amounts(10, 100), amounts(100, 5_000)).atMost(1);
    AggregatedDemandView all =
        AggregatedDemandView.of(
            Collections.singletonList(
                report(
                    "x",
                    100,
                    queues(
                        "root.a", wants, "root.a.b", wants, "root.a.c", wants, "root.d", wants))));
    assertEquals("vcores", all.resource());
  }

  @Test
  public void demandBeyondAMaximumMakesNoResourceScarce() {
    QueueDemand a = QueueDemand.of(1, amounts(0, 0), amounts(200, 99_000)).atMost(0.9);
    QueueDemand b = QueueDemand.of(1, amounts(0, 0), amounts(200, 99_000)).atMost(0.2);
    AggregatedDemandView all =
        AggregatedDemandView.of(
            Collections.singletonList(
                report("x", 100, queues("root.a", a, "root.a.b", b, "root.c", queue(1, 50, 0)))));
    assertEquals("memory-mb", all.resource());
  }
}
