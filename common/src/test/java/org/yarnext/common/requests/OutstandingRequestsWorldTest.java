// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import org.junit.runner.RunWith;

/**
 * Random sequences of stating, granting in part and in excess, losing calls and schedulers, and
 * restarting either side. Each call checks the balance and that nothing is asked twice.
 */
@RunWith(JUnitQuickcheck.class)
public class OutstandingRequestsWorldTest {
  private static final int TRIALS = 100;
  private static final int STEPS = 150;

  private static void run(RequestWorld world, boolean restarts) {
    for (int i = 0; i < STEPS; i++) {
      world.step();
      if (restarts && world.random.nextInt(20) == 0) {
        world.restartScheduler();
      }
      if (restarts && world.random.nextInt(30) == 0) {
        world.restartTable();
      }
    }
    world.balances();
  }

  @Property(trials = TRIALS)
  public void schedulersKnowWhatTheApplicationWants(@When(seed = 61) long seed) {
    RequestWorld world = new RequestWorld(seed);
    run(world, false);
    world.settle();
    world.assertKnown(true);
  }

  @Property(trials = TRIALS)
  public void restartsOfEitherSideForgetNothing(@When(seed = 62) long seed) {
    RequestWorld world = new RequestWorld(seed);
    run(world, true);
    world.settle();
    world.assertKnown(false);
  }

  @Property(trials = TRIALS)
  public void everythingIsGrantedInTheEnd(@When(seed = 63) long seed) {
    RequestWorld world = new RequestWorld(seed);
    run(world, true);
    world.settle();
    world.grantAll();
  }

  @Property(trials = TRIALS)
  public void givingUpLeavesWhatStockSends(@When(seed = 64) long seed) {
    RequestWorld world = new RequestWorld(seed);
    run(world, false);
    world.giveUp();
  }

  /**
   * A standby has all that the relayer was sent, granted or not, until the table says otherwise.
   */
  @Property(trials = TRIALS)
  public void failoversForgetNothing(@When(seed = 65) long seed) {
    RequestWorld world = new RequestWorld(seed);
    run(world, false);
    world.settle();
    world.failOver();
    world.grantAll();
  }
}
