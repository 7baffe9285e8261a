// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.placement.PlacementPolicy;
import org.yarnext.mercury.policy.placement.PlacementView;
import org.yarnext.mercury.policy.placement.UnmetDemandTracker;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;
import org.yarnext.mercury.policy.placement.ranking.StartShareTracker;

/**
 * Calls the placement policy under the guard and claims the nodes of its decision. Thread-safe:
 * decisions use an immutable ranking and run concurrently. A decision is repeated if another one
 * has claimed its nodes meanwhile. Decisions that may take long have a deadline.
 */
public final class PlacementService implements AutoCloseable {
  /** Maximum number of steps on the daemon's own thread; a few milliseconds. */
  private static final long MAX_STEPS_INLINE = 100_000;

  /**
   * Maximum number of conflicts, each of which repeats the decision; after that a node may be
   * chosen twice.
   */
  private static final int MAX_CONFLICTS = 20;

  private final Supplier<FeatureMode> mode;
  private final PlacementPolicy policy;
  private final RankingSource source;
  private final UnmetDemandTracker demand;
  private final Guard guard;
  private final PlacementMetrics metrics;
  private final LongSupplier monotonicMs;
  private final Supplier<Random> random;
  private volatile boolean closed;

  /** Creates a service that uses the system's clock and random numbers. */
  public PlacementService(
      String daemon,
      Supplier<FeatureMode> mode,
      PlacementPolicy policy,
      RankingSource source,
      UnmetDemandTracker demand,
      Guard guard) {
    this(
        daemon,
        mode,
        policy,
        source,
        demand,
        guard,
        Time::monotonicNow,
        ThreadLocalRandom::current);
  }

  /**
   * Creates a service.
   *
   * @param random called on the deciding thread
   */
  PlacementService(
      String daemon,
      Supplier<FeatureMode> mode,
      PlacementPolicy policy,
      RankingSource source,
      UnmetDemandTracker demand,
      Guard guard,
      LongSupplier monotonicMs,
      Supplier<Random> random) {
    this.mode = mode;
    this.policy = policy;
    this.source = source;
    this.demand = demand;
    this.guard = guard;
    this.metrics = new PlacementMetrics(daemon, mode, guard);
    this.monotonicMs = monotonicMs;
    this.random = random;
  }

  /** A decision to be applied: the assignments and, in the same order, their claims. */
  static final class Placed {
    final List<Assignment> assignments;
    final List<RankingSource.Claim> claims;

    Placed(List<Assignment> assignments, List<RankingSource.Claim> claims) {
      this.assignments = assignments;
      this.claims = claims;
    }
  }

  /** Returns whether the policy is called. */
  boolean decides() {
    return !closed && mode.get().decides();
  }

  RankingSource source() {
    return source;
  }

  /**
   * Decides on the outstanding requests, by the mode at the start of the decision.
   *
   * @param attempt the attempt whose requests they are
   * @param maxPerCall maximum number of containers to place; 0 or less is no limit
   * @return the placement; null if stock is to place
   */
  Placed choose(
      ApplicationAttemptId attempt, OpportunisticRequestSnapshot requests, int maxPerCall) {
    boolean acts = mode.get().acts();
    for (int conflicts = 0; ; conflicts++) {
      Choice choice = new Choice(attempt, requests, maxPerCall, acts);
      choice.make(conflicts == MAX_CONFLICTS);
      if (choice.decision == null) {
        return null;
      }
      if (!acts || choice.claims != null) {
        Placed placed = acts ? choice.placed() : null;
        metrics.explain(attempt, choice.decision);
        return placed;
      }
    }
  }

  /** One decision on the requests of an application, and the nodes that it claims. */
  private final class Choice {
    private final ApplicationAttemptId attempt;
    private final JobKey job;
    private final OpportunisticRequestSnapshot requests;
    private final int maxPerCall;
    private final boolean acts;
    private final long nowMs = monotonicMs.getAsLong();
    private NodeRanking ranking;

    /** Null if it is not tracked. */
    private StartShareTracker starts;

    private PlacementView view;
    private boolean isLong;

    /** Null after a failure. */
    private Decision<List<Assignment>> decision;

    /** Null if the decision must be repeated, or is not applied. */
    private List<RankingSource.Claim> claims;

    Choice(
        ApplicationAttemptId attempt,
        OpportunisticRequestSnapshot requests,
        int maxPerCall,
        boolean acts) {
      this.attempt = attempt;
      this.job = job(attempt);
      this.requests = requests;
      this.maxPerCall = maxPerCall;
      this.acts = acts;
    }

    /**
     * Decides and claims.
     *
     * @param anyway as in {@link RankingSource#claim}
     */
    void make(boolean anyway) {
      guard.runInline("mercury.place", () -> makeIfShort(anyway), this::failed);
      if (isLong) {
        // A late decision may read the requests while they change.
        PlacementView detached = view.detached();
        decision = guard.call("mercury.place", () -> decide(detached), () -> null);
        if (decision != null) {
          guard.runInline("mercury.place.claim", () -> claim(anyway), this::failed);
        }
      }
    }

    private void makeIfShort(boolean anyway) {
      ranking = source.ranking(requests.context());
      view = requests.view(ranking, maxPerCall);
      starts = source.starts(attempt);
      if (starts != null && (starts.uncountedMs() > 0 || starts.startsFew())) {
        view = view.notStarted(starts.uncountedMs(), starts.startsFew());
      }
      isLong = policy.steps(view) > MAX_STEPS_INLINE;
      if (!isLong) {
        decision = decide(view);
        claim(anyway);
      }
    }

    private Decision<List<Assignment>> decide(PlacementView of) {
      // Placement by stock takes no turns.
      return policy.place(acts ? demand.inTurn(job, of, nowMs) : of, random.get());
    }

    private void claim(boolean anyway) {
      claims = acts ? source.claim(starts, ranking, decision.value(), anyway) : null;
    }

    private void failed() {
      isLong = false;
      decision = null;
    }

    Placed placed() {
      demand.decided(job, view, decision, nowMs);
      return new Placed(decision.value(), claims);
    }
  }

  private static JobKey job(ApplicationAttemptId attempt) {
    ApplicationId app = attempt.getApplicationId();
    return JobKey.of(app.getClusterTimestamp(), app.getId());
  }

  /** Forgets an application that requests nothing here any more. */
  void forget(ApplicationAttemptId attempt) {
    demand.forget(job(attempt));
  }

  Guard guard() {
    return guard;
  }

  public PlacementMetrics metrics() {
    return metrics;
  }

  /** Stops deciding; applications that hold the allocator continue with stock. */
  @Override
  public void close() {
    closed = true;
    metrics.close();
    guard.close();
  }
}
