// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import static org.junit.Assert.assertTrue;

import java.util.function.LongConsumer;
import org.junit.Test;

/**
 * The ledger between a MapReduce-like application, a guaranteed scheduler that grants late and
 * sometimes too many, and the stock book of opportunistic asks, in random worlds of asks, re-asks,
 * cancels, grants, kills, promotions, lost calls and restarts of every daemon. A failure tells its
 * seed; {@code -Dmercury.seed=<seed>} runs that world alone, {@code -Dmercury.worlds=<n>} changes
 * how many each test runs.
 */
public class HybridLedgerWorldTest {
  private static final int WORLDS = Integer.getInteger("mercury.worlds", 300);
  private static final int STEPS = 150;

  private static void inManyWorlds(LongConsumer world) {
    Long only = Long.getLong("mercury.seed");
    for (long seed = 1; seed <= WORLDS; seed++) {
      long actual = only == null ? seed : only;
      try {
        world.accept(actual);
      } catch (Throwable t) {
        throw new AssertionError("With -Dmercury.seed=" + actual + ": " + t.getMessage(), t);
      }
      if (only != null) {
        return;
      }
    }
  }

  @Test
  public void ledgerBalancesAndEachTaskIsServed() {
    long[] seen = new long[4];
    inManyWorlds(
        seed -> {
          HybridWorld world = new HybridWorld(seed, false, false);
          world.live(STEPS);
          world.settle();
          world.rules.settled();
          seen[0] += world.rules.grants;
          seen[1] += world.rules.overGrants;
          seen[2] += world.rules.divided;
          seen[3] += world.rules.insured;
        });
    assertTrue("the worlds are rich enough", seen[0] > 100 && seen[1] > 10 && seen[2] > 100);
    assertTrue("and losses", seen[3] > 100);
  }

  @Test
  public void applicationThatSubtractsGrantsLateIsServed() {
    inManyWorlds(
        seed -> {
          HybridWorld world = new HybridWorld(seed, false, true);
          world.live(STEPS);
          world.settle();
          world.rules.settled();
        });
  }

  /** Only the rack of a granted container is sent again. */
  @Test
  public void knownRacksSpareEntries() {
    long[] sent = new long[2];
    inManyWorlds(
        seed -> {
          for (int i = 0; i < 2; i++) {
            HybridWorld world = new HybridWorld(seed, false, false);
            world.knowsRacks = i == 1;
            world.live(STEPS);
            world.settle();
            world.rules.settled();
            sent[i] += world.entriesSent;
          }
        });
    assertTrue(sent[1] + " of " + sent[0], sent[1] < sent[0]);
  }

  @Test
  public void restartsAtAnyStepLoseNoRequest() {
    inManyWorlds(
        seed -> {
          HybridWorld world = new HybridWorld(seed, true, seed % 3 == 0);
          world.live(STEPS);
          world.settle();
          world.rules.settled();
        });
  }
}
