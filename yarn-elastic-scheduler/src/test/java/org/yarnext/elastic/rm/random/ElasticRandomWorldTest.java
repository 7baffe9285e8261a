// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.random;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.PromptPolicy;
import org.yarnext.elastic.policy.reservation.BoundedReservationPolicy;
import org.yarnext.elastic.policy.reservation.ReservationPolicy;
import org.yarnext.elastic.policy.reservation.ReservationReason;
import org.yarnext.elastic.policy.reservation.ReservationView;
import org.yarnext.elastic.policy.timeline.Reservation;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.SteadyModel;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.timeline.TimelineEstimator;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** The accounting balances in every sequence. */
public class ElasticRandomWorldTest extends RandomWorldTestBase {
  public ElasticRandomWorldTest(SchedulerKind kind) {
    super(kind);
  }

  /** Any allowed size, or none. */
  private static ElasticPolicy whim(long seed) {
    Random random = new Random(seed);
    return new PromptPolicy(
        request -> {
          long maxMb = Math.min(request.freeMb(), request.requestedMb() - 1);
          int sizes = (int) (maxMb - request.minMb() + 1);
          long mb = request.minMb() + (sizes < 1 ? 0 : random.nextInt(sizes));
          return sizes < 1 || random.nextInt(3) == 0
              ? Decision.of(null, FixedPolicies.Why.NOT_HALVED)
              : Decision.of(mb, FixedPolicies.Why.HALVED);
        });
  }

  @Test
  public void accountingOfTheStockSchedulerBalances() throws Exception {
    each(seed -> runStory(seed, World.stock(kind), true));
  }

  @Test
  public void accountingBalancesWithHalvedContainers() throws Exception {
    long[] undersized = new long[2];
    each(
        seed -> {
          World world = World.ours(kind, "on", FixedPolicies.HALVE);
          runStory(seed, world, true);
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
          runStory(seed, world, true);
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
                // A task that is placed with less memory need not reserve.
                seed % 3 == 0 ? smaller : FixedPolicies.gives(null),
                policy,
                host::nowMs));
  }

  private void theBooksBalanceWith(ReservationPolicy policy, String counted) throws Exception {
    long[] count = new long[1];
    each(
        2 * WORLDS, // in one it is rare
        seed -> {
          World world = withPolicy(seed, policy, whim(seed), ElasticHost.DAEMON);
          runStory(
              seed,
              world,
              () -> {
                SchedulerTotals.balance(world);
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
        String node, Reservation wanted, int waiting, ReservationView view) {
      return Decision.of(true, ReservationReason.RESERVE_AS_STOCK);
    }

    @Override
    public Decision<Boolean> mayUse(String node, long memoryMb, int vcores, ReservationView view) {
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

  /**
   * Returns the grants in a world with bounded reservations.
   *
   * @param spares whether walks over all jobs may be spared
   * @param spared receives the number of spared walks
   */
  private List<String> granted(long seed, boolean spares, long[] skippedOffers) throws Exception {
    int[] step = new int[1];
    ElasticHost host = steps(() -> step[0]);
    World world = withPolicy(seed, new BoundedReservationPolicy(), FixedPolicies.HALVE, host);
    if (!spares) {
      world.reserving().walks().stockAttempt();
      world.reserving().rejectionState().stockAttempt();
    }
    List<String> log =
        runStory(
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
}
