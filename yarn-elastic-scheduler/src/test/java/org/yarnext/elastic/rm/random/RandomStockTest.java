// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.random;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.junit.Test;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Off, shadow and failing policies grant what stock grants. */
public class RandomStockTest extends RandomWorldTestBase {
  public RandomStockTest(SchedulerKind kind) {
    super(kind);
  }

  /** Tasks run for little more than a second with any amount of memory. */
  private static final Set<String> ELASTIC =
      new HashSet<>(
          Arrays.asList(
              "yarnext.elastic.map=step;ideal=2500;ms=1000;undersized=1.01",
              "yarnext.elastic.reduce=step;ideal=2500;ms=1000;undersized=1.01;output=1"));

  @Test
  public void stockReservationPolicyGrantsWhatStockGrants() throws Exception {
    each(
        seed -> {
          Configuration conf = World.configuration(kind);
          conf.set("yarn.elastic.mode", "on");
          conf.set("yarn.elastic.reservations", "stock");
          assertEquals(
              runStory(seed, World.stock(kind), false),
              runStory(seed, World.asConfigured(kind, conf), false));
        });
  }

  /** The world's state after each step: every grant, container and reservation. */
  private static List<String> history(long seed, World world, Runnable afterEach) {
    List<String> steps = new ArrayList<>();
    List<String> grants =
        runStory(
            seed,
            world,
            () -> {
              afterEach.run();
              steps.add(state(world));
            });
    steps.addAll(grants);
    return steps;
  }

  private static String state(World world) {
    Set<String> all = new TreeSet<>();
    for (NodeId id : world.nodes()) {
      SchedulerNode node = world.scheduler.getSchedulerNode(id);
      for (RMContainer c : node.getCopiedListOfRunningContainers()) {
        all.add(id + " " + c.getContainerId() + " " + c.getAllocatedResource());
      }
      RMContainer kept = node.getReservedContainer();
      if (kept != null) {
        all.add(id + " kept for " + kept.getContainerId() + " " + kept.getReservedResource());
      }
    }
    return all.toString();
  }

  @Test
  public void shadowModeGrantsWhatStockGrants() throws Exception {
    long[] decided = new long[1];
    each(
        seed -> {
          List<String> stock = history(seed, World.stock(kind), () -> {});
          World world = World.ours(kind, "shadow", FixedPolicies.HALVE);
          assertEquals(stock, history(seed, world, () -> {}));
          decided[0] += world.count("Decision_HALVED_shadow");
        });
    assertTrue("nothing would have been smaller", decided[0] > 0);
  }

  /** With profiles, timeline, Algorithm 1 and the policy about reservations as in production. */
  @Test
  public void configuredShadowModeGrantsWhatStockGrants() throws Exception {
    long[] decided = new long[1];
    each(
        seed -> {
          World stock = World.stock(kind);
          stock.tags(ELASTIC);
          List<String> expected = history(seed, stock, () -> {});
          Configuration conf = World.configuration(kind);
          conf.set("yarn.elastic.mode", "shadow");
          conf.set("yarn.elastic.heap.floor", "16");
          World world =
              World.withComponents(
                  kind,
                  conf,
                  configuration ->
                      ElasticComponents.configured(
                          configuration,
                          new SchedulerRules(JobOrder.FAIR, 1, true),
                          true,
                          ElasticHost.DAEMON));
          world.tags(ELASTIC);
          assertEquals(expected, history(seed, world, world::estimate));
          decided[0] += world.count("Decision_ELASTIC_PLACED_shadow");
          assertEquals(0, world.count("GuardFailures"));
        });
    assertTrue("nothing would have been smaller", decided[0] > 0);
  }

  @Test
  public void modeOffGrantsWhatStockGrants() throws Exception {
    each(
        seed ->
            assertEquals(
                runStory(seed, World.stock(kind), false),
                runStory(seed, World.ours(kind, "off", FixedPolicies.HALVE), false)));
  }

  @Test
  public void brokenDeciderGrantsWhatStockGrants() throws Exception {
    each(
        seed ->
            assertEquals(
                runStory(seed, World.stock(kind), false),
                runStory(
                    seed,
                    World.ours(
                        kind,
                        "on",
                        request -> {
                          throw new LinkageError("broken");
                        }),
                    false)));
  }

  @Test
  public void modeOnGrantsDifferentlyFromStock() throws Exception {
    int[] different = new int[1];
    each(
        seed -> {
          List<String> stock = runStory(seed, World.stock(kind), false);
          List<String> ours = runStory(seed, World.ours(kind, "on", FixedPolicies.HALVE), false);
          different[0] += stock.equals(ours) ? 0 : 1;
        });
    assertTrue(different[0] > 0);
  }
}
