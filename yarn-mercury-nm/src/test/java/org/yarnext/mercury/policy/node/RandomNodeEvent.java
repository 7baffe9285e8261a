// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.node;

import com.pholser.junit.quickcheck.generator.GenerationStatus;
import com.pholser.junit.quickcheck.generator.Generator;
import com.pholser.junit.quickcheck.random.SourceOfRandomness;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.shedding.SheddingLimits;

/** One random event on a node and the numbers it may need; which of them it needs it decides. */
final class RandomNodeEvent {
  /** Kind of event. */
  enum Kind {
    ARRIVE,
    ARRIVE_AGAIN,
    START_AS_DECIDED,
    START_ANY,
    START_FROM_ELSEWHERE,
    FINISH,
    SHED_AS_DECIDED,
    SHED_ANY,
    RECLAIM_AS_DECIDED,
    STOP_ANY,
    PROMOTE,
    CHANGE,
    GUARANTEED_ENDS,
    TIME_PASSES
  }

  final Kind kind;

  /** Chooses one of those an event may concern. */
  final int pick;

  final ResourceVector size;
  final long runMs;
  final long passMs;
  final int job;

  /** Resources that guaranteed containers wait for; often none. */
  final ResourceVector guaranteedWaiting;

  final int stockQueued;
  final SheddingLimits limits;

  private RandomNodeEvent(SourceOfRandomness random) {
    kind = random.nextDouble() < 0.4 ? Kind.ARRIVE : random.choose(Kind.values());
    pick = random.nextInt(0, 1_000_000);
    size = ResourceVector.of(random.nextInt(1, 600), random.nextInt(1, 6));
    runMs = random.nextInt(0, 30_000);
    passMs = random.nextInt(0, 5_000);
    job = random.nextInt(1, 5);
    guaranteedWaiting =
        random.nextDouble() < 0.7
            ? ResourceVector.NONE
            : ResourceVector.of(random.nextInt(0, 500), random.nextInt(0, 5));
    stockQueued = random.nextDouble() < 0.9 ? 0 : 1;
    limits = new SheddingLimits(random.nextInt(-1, 6), random.nextInt(-1, 40) * 1000L);
  }

  @Override
  public String toString() {
    return kind + "(" + pick + ", " + size + ", run " + runMs + ", pass " + passMs + ")";
  }

  /** Makes steps for junit-quickcheck, which shrinks a failing list of them. */
  public static final class Maker extends Generator<RandomNodeEvent> {
    public Maker() {
      super(RandomNodeEvent.class);
    }

    @Override
    public RandomNodeEvent generate(SourceOfRandomness random, GenerationStatus status) {
      return new RandomNodeEvent(random);
    }
  }
}
