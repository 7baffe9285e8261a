/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.allocation;

import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.yarnext.common.Mode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.placement.AskTurns;
import org.yarnext.mercury.policy.placement.Assignment;
import org.yarnext.mercury.policy.placement.PlacementPolicy;
import org.yarnext.mercury.policy.placement.PlacementView;
import org.yarnext.mercury.policy.placement.RecentPlacements;

/**
 * Asks the placement policy under the guard and remembers what was placed. Thread-safe: decisions
 * are made one at a time, so that each sees those before it and none finds the guard's few threads
 * taken; those that may take long have a deadline.
 */
public final class Placer implements AutoCloseable {
  /** A few milliseconds of the daemon's thread. */
  private static final long MOST_STEPS_INLINE = 100_000;

  private final Mode mode;
  private final PlacementPolicy policy;
  private final RecentPlacements recent;
  private final AskTurns turns;
  private final Guard guard;
  private final PlacementJournal journal;
  private final LongSupplier monotonicMs;
  private final Supplier<Random> random;
  private final Object oneAtATime = new Object();
  private volatile boolean closed;

  /** On the machine's clock and chance. */
  public Placer(
      String daemon,
      Mode mode,
      PlacementPolicy policy,
      RecentPlacements recent,
      AskTurns turns,
      Guard guard) {
    this(
        daemon,
        mode,
        policy,
        recent,
        turns,
        guard,
        () -> System.nanoTime() / 1_000_000,
        ThreadLocalRandom::current);
  }

  /**
   * @param random asked on the thread that decides
   */
  Placer(
      String daemon,
      Mode mode,
      PlacementPolicy policy,
      RecentPlacements recent,
      AskTurns turns,
      Guard guard,
      LongSupplier monotonicMs,
      Supplier<Random> random) {
    this.mode = mode;
    this.policy = policy;
    this.recent = recent;
    this.turns = turns;
    this.guard = guard;
    this.journal = new PlacementJournal(daemon, mode, guard);
    this.monotonicMs = monotonicMs;
    this.random = random;
  }

  /** Whether the policy is asked at all. */
  boolean decides() {
    return !closed && mode.decides();
  }

  /**
   * Decides on a view.
   *
   * @param attempt whose asks they are
   * @param costMs what a container of an assignment adds to its node's wait
   * @return what to place; null if stock is to place
   */
  List<Assignment> choose(
      ApplicationAttemptId attempt, PlacementView view, ToLongFunction<Assignment> costMs) {
    JobKey job = job(attempt);
    Decision<List<Assignment>> decision;
    synchronized (oneAtATime) {
      long nowMs = monotonicMs.getAsLong();
      recent.forget(nowMs);
      PlacementView remembering = view.after(recent::addedMs);
      Callable<Decision<List<Assignment>>> ours =
          () ->
              policy.place(
                  // What stock places waits for nobody's turn.
                  mode.acts() ? turns.inTurn(job, remembering, nowMs) : remembering, random.get());
      decision =
          policy.steps(remembering) <= MOST_STEPS_INLINE
              ? guard.callInline("mercury.place", ours, () -> null)
              : guard.call("mercury.place", ours, () -> null);
      if (decision != null && mode.acts()) {
        turns.decided(job, remembering, decision, nowMs);
        for (Assignment a : decision.value()) {
          recent.add(a.node().id(), costMs.applyAsLong(a), nowMs);
        }
      }
    }
    if (decision == null) {
      return null;
    }
    journal.explain(System.currentTimeMillis(), attempt.toString(), decision);
    return mode.acts() ? decision.value() : null;
  }

  private static JobKey job(ApplicationAttemptId attempt) {
    ApplicationId app = attempt.getApplicationId();
    return JobKey.of(app.getClusterTimestamp(), app.getId());
  }

  /** The application asks for nothing here any more. */
  void forget(ApplicationAttemptId attempt) {
    synchronized (oneAtATime) {
      turns.forget(job(attempt));
    }
  }

  /** Remembers a container that stock placed. */
  void placedByStock(String nodeId) {
    recent.add(nodeId, 1, monotonicMs.getAsLong());
    journal.placedByStock.add(1);
  }

  Guard guard() {
    return guard;
  }

  public PlacementJournal journal() {
    return journal;
  }

  /** Decides nothing from now on; applications that hold the allocator go on with stock. */
  @Override
  public void close() {
    closed = true;
    journal.close();
    guard.close();
  }
}
