// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.BoundedReservationPolicy;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.PromptPolicy;
import org.yarnext.elastic.policy.ReservationPolicy;
import org.yarnext.elastic.policy.ReservationReason;
import org.yarnext.elastic.policy.ReservationView;
import org.yarnext.elastic.policy.timeline.JobOrder;
import org.yarnext.elastic.policy.timeline.Reservation;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.timeline.TimelineEstimator;

/**
 * Random worlds against both schedulers: the books balance after every step, and worlds that must
 * be stock grant exactly what stock grants. One world alone: {@code -Delastic.seed=17}; more
 * worlds: {@code -Delastic.worlds=100}.
 */
@RunWith(Parameterized.class)
public class RandomWorldTest {
  private static final int WORLDS = Integer.getInteger("elastic.worlds", 5);

  /** Whatever they have, tasks run for little more than a second. */
  private static final Set<String> ELASTIC =
      new HashSet<>(
          Arrays.asList(
              "yarnext.elastic.map=step;ideal=2500;ms=1000;undersized=1.01",
              "yarnext.elastic.reduce=step;ideal=2500;ms=1000;undersized=1.01;output=1"));

  private final SchedulerKind kind;

  public RandomWorldTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Collection<Object[]> kinds() {
    return Arrays.asList(new Object[][] {{SchedulerKind.FAIR}, {SchedulerKind.CAPACITY}});
  }

  private interface Telling {
    void tell(long seed) throws Exception;
  }

  private static void each(Telling telling) throws Exception {
    each(WORLDS, telling);
  }

  private static void each(int worlds, Telling telling) throws Exception {
    Long only = Long.getLong("elastic.seed");
    for (long seed = only == null ? 1 : only; seed <= (only == null ? worlds : only); seed++) {
      try {
        telling.tell(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("-Delastic.seed=" + seed, e);
      }
    }
  }

  private static List<String> told(long seed, World world, boolean balanced) {
    return told(seed, world, balanced ? () -> Books.balance(world) : () -> {});
  }

  private static List<String> told(long seed, World world, Runnable afterEach) {
    try {
      Story.tell(seed, world, afterEach);
      QueueMetrics root = world.scheduler.getRootQueueMetrics();
      assertEquals(0, root.getAllocatedMB());
      assertEquals(0, root.getAllocatedVirtualCores());
      assertEquals(0, root.getPendingMB());
      assertEquals(0, root.getPendingVirtualCores());
      assertEquals(0, root.getPendingContainers());
      assertEquals(0, root.getReservedMB());
      return world.log;
    } finally {
      world.close();
    }
  }

  /** Any allowed size, or none. */
  private static ElasticPolicy whim(long seed) {
    Random random = new Random(seed);
    return new PromptPolicy(
        request -> {
          long most = Math.min(request.freeMb(), request.askedMb() - 1);
          int sizes = (int) (most - request.minMb() + 1);
          long mb = request.minMb() + (sizes < 1 ? 0 : random.nextInt(sizes));
          return sizes < 1 || random.nextInt(3) == 0
              ? Decision.of(null, Deciders.Why.NOT_HALVED)
              : Decision.of(mb, Deciders.Why.HALVED);
        });
  }

  @Test
  public void accountingOfTheStockSchedulerBalances() throws Exception {
    each(seed -> told(seed, World.stock(kind), true));
  }

  @Test
  public void accountingBalancesWithHalvedContainers() throws Exception {
    long[] undersized = new long[2];
    each(
        seed -> {
          World world = World.ours(kind, "on", Deciders.HALVE);
          told(seed, world, true);
          undersized[0] += world.count("ContainersUndersized");
          undersized[1] += world.count("ReservationsDropped");
        });
    assertTrue("hardly any were smaller: " + undersized[0], undersized[0] > 5);
  }

  @Test
  public void accountingBalancesWithContainersOfAnySize() throws Exception {
    long[] dropped = new long[1];
    each(
        seed -> {
          World world = World.ours(kind, "on", whim(seed));
          told(seed, world, true);
          dropped[0] += world.count("ReservationsDropped");
        });
    assertTrue("no reservation was dropped", dropped[0] > 0);
  }

  /** In every third one some sizes are smaller; all but failed maps have a profile. */
  private World withPolicy(
      long seed, ReservationPolicy policy, ElasticPolicy smaller, ElasticHost host)
      throws Exception {
    return World.withComponents(
        kind,
        host,
        configuration ->
            new ElasticComponents(
                new SchedulerRules(JobOrder.FAIR, 1, true),
                (job, priority) ->
                    priority == 5 ? null : new SteadyModel(priority == 10 ? 1_000_000 : 1_000),
                new TimelineEstimator(JobOrder.FAIR, nodes -> nodes, 1_000),
                // What is shrunk need not reserve.
                seed % 3 == 0 ? smaller : Deciders.gives(null),
                policy,
                host::nowMs));
  }

  private void theBooksBalanceWith(ReservationPolicy policy, String counted) throws Exception {
    long[] count = new long[1];
    each(
        2 * WORLDS, // in one it is rare
        seed -> {
          World world = withPolicy(seed, policy, whim(seed), ElasticHost.DAEMON);
          told(
              seed,
              world,
              () -> {
                Books.balance(world);
                world.estimate();
              });
          count[0] += world.count(counted);
          assertEquals(0, world.count("GuardFailures"));
        });
    assertTrue("never " + counted, count[0] > 0);
  }

  /** Reserves as stock and lets everybody in, harm or not. */
  private static final class Hospitable implements ReservationPolicy {
    @Override
    public Decision<Boolean> mayReserve(
        String node, Reservation wanted, int waiting, ReservationView outlook) {
      return Decision.of(true, ReservationReason.RESERVE_AS_STOCK);
    }

    @Override
    public Decision<Boolean> mayUse(
        String node, long memoryMb, int vcores, ReservationView outlook) {
      return Decision.of(true, ReservationReason.RESERVED_NOT_DELAYED);
    }
  }

  @Test
  public void accountingBalancesWhileOtherJobsUseReservedNodes() throws Exception {
    theBooksBalanceWith(new Hospitable(), "ContainersBackfilled");
  }

  @Test
  public void accountingBalancesWithBoundedReservations() throws Exception {
    theBooksBalanceWith(new BoundedReservationPolicy(), "Decision_RESERVE_LIMIT_REACHED_applied");
  }

  /** Where each step lasts a second and containers' times are told by their numbers. */
  private static ElasticHost steps(IntSupplier step) {
    return new ElasticHost() {
      @Override
      public long nowMs() {
        return 1_000_000 + 1_000L * step.getAsInt();
      }

      @Override
      public long nanoTime() {
        return 1_000_000 * nowMs();
      }

      @Override
      public long startedMs(RMContainer container) {
        return 1_000_000 + container.getContainerId().getContainerId() % 997;
      }

      @Override
      public Rounds repeat(String name, Runnable work, long intervalMs) {
        throw new UnsupportedOperationException(name);
      }

      @Override
      public ProfileSource profiles() {
        return null;
      }
    };
  }

  /**
   * What is granted in a world with bounded reservations.
   *
   * @param spares whether walks over all jobs may be spared
   * @param spared how many were is added here
   */
  private List<String> granted(long seed, boolean spares, long[] skippedOffers) throws Exception {
    int[] step = new int[1];
    ElasticHost host = steps(() -> step[0]);
    World world = withPolicy(seed, new BoundedReservationPolicy(), Deciders.HALVE, host);
    if (!spares) {
      world.reserving().walks().stockAttempt();
    }
    List<String> log =
        told(
            seed,
            world,
            () -> {
              if (step[0]++ % 10 == 0) {
                world.estimate();
              }
            });
    skippedOffers[0] += world.count("OffersSkipped");
    return log;
  }

  @Test
  public void skippedWalksDoNotChangeGrants() throws Exception {
    long[] skippedOffers = new long[1];
    each(
        6 * WORLDS,
        seed -> {
          long[] none = new long[1];
          assertEquals(granted(seed, false, none), granted(seed, true, skippedOffers));
          assertEquals(0, none[0]);
        });
    assertTrue("none was spared", skippedOffers[0] > 0);
  }

  @Test
  public void stockReservationPolicyGrantsWhatStockGrants() throws Exception {
    each(
        seed -> {
          Configuration conf = World.configuration(kind);
          conf.set("yarn.elastic.mode", "on");
          conf.set("yarn.elastic.reservations", "stock");
          assertEquals(
              told(seed, World.stock(kind), false),
              told(seed, World.asConfigured(kind, conf), false));
        });
  }

  /** What the world comes to, step by step: every grant, container and reservation. */
  private static List<String> history(long seed, World world, Runnable afterEach) {
    List<String> steps = new ArrayList<>();
    List<String> grants =
        told(
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
          World world = World.ours(kind, "shadow", Deciders.HALVE);
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
                told(seed, World.stock(kind), false),
                told(seed, World.ours(kind, "off", Deciders.HALVE), false)));
  }

  @Test
  public void brokenDeciderGrantsWhatStockGrants() throws Exception {
    each(
        seed ->
            assertEquals(
                told(seed, World.stock(kind), false),
                told(
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
          List<String> stock = told(seed, World.stock(kind), false);
          List<String> ours = told(seed, World.ours(kind, "on", Deciders.HALVE), false);
          different[0] += stock.equals(ours) ? 0 : 1;
        });
    assertTrue(different[0] > 0);
  }
}
