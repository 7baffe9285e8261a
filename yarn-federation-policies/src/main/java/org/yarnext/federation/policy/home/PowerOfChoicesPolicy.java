// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.home;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.yarnext.common.decision.Decision;

/**
 * Chooses the sub-cluster in which an application's ApplicationMaster runs (Hydra section 4.1,
 * Router policies). Draws a few sub-clusters in proportion to weight and size, and chooses the
 * least loaded of them: power of d choices, with anti-affinity to recent choices so that
 * ApplicationMasters spread for fault tolerance.
 *
 * <p>Load is the used and pending amount as a fraction of the capability, where pending amounts
 * count up to a bound ({@link SubClusterSnapshot#loaded}). Reports are seconds old, so load alone
 * would send everything in between to one sub-cluster. Recent choices of this Router, in proportion
 * to the sub-cluster's part of the whole and up to a bound, therefore count as load, too. Routers
 * need no knowledge of each other for that: each spreads its own applications.
 *
 * <p>A sub-cluster with a stale report has a known size but an unknown load. It receives exactly
 * the part that drawing by weight and size gives it.
 *
 * <p>Immutable and thread-safe; O(n d) for n sub-clusters. Routers call it thousands of times a
 * second.
 */
public final class PowerOfChoicesPolicy {
  /**
   * Bound of the recent choices that count as load, in multiples of a sub-cluster's part. All of
   * them may be submissions of one user, whose queue has this sub-cluster alone.
   */
  private static final double MAX_RECENT = 2;

  private final int d;
  private final double antiAffinity;
  private final long staleMs;

  /**
   * @param d number of sub-clusters to draw, 1 or more; 1 spreads by weight and size alone, and a
   *     number above that of sub-clusters always chooses the least loaded
   * @param antiAffinity load that a sub-cluster's proportional part of recent choices counts as, in
   *     fractions of the capability, 0 or more
   * @param staleMs age in ms from which a report does not tell the load
   */
  public PowerOfChoicesPolicy(int d, double antiAffinity, long staleMs) {
    if (d < 1 || !(antiAffinity >= 0)) {
      throw new IllegalArgumentException("d " + d + ", anti-affinity " + antiAffinity);
    }
    this.d = d;
    this.antiAffinity = antiAffinity;
    this.staleMs = staleMs;
  }

  /**
   * Chooses the home of one application.
   *
   * @param random for ties and samples; the only source of randomness
   * @return the name of an active sub-cluster in which the application has not failed; null if
   *     there is none
   */
  public Decision<String> choose(HomeView view, Random random) {
    List<SubClusterSnapshot> open = new ArrayList<>();
    boolean anyFresh = false;
    int possible = 0;
    for (SubClusterSnapshot s : view.active()) {
      if (s.pull() > 0) {
        possible++;
        if (!view.hasFailed(s.name())) {
          if (s.name().equals(view.previous())) {
            return Decision.of(s.name(), HomeReason.HOME_KEPT).with("failures", view.failures());
          }
          open.add(s);
          anyFresh |= s.ageMs() <= staleMs;
        }
      }
    }
    if (open.isEmpty()) {
      return Decision.<String>of(
              null, possible > 0 ? HomeReason.HOME_ALL_FAILED : HomeReason.HOME_NONE_ACTIVE)
          .with("active", view.active().size())
          .with("failures", view.failures());
    }
    boolean blind = !anyFresh;
    List<SubClusterSnapshot> left = new ArrayList<>(open);
    SubClusterSnapshot next = left.get(draw(left, random));
    if (anyFresh) {
      if (next.ageMs() > staleMs) {
        return Decision.of(next.name(), HomeReason.HOME_STATE_STALE)
            .with("candidates", open.size())
            .with("drawn", 1)
            .with("ageMs", shown(next.ageMs()));
      }
      left.removeIf(s -> s.ageMs() > staleMs);
    }
    int candidates = left.size();
    Scores scores = new Scores(left, view.recent(), blind);
    SubClusterSnapshot best = next;
    double bestScore = scores.of(next);
    left.remove(next);
    for (int i = 1; i < d && !left.isEmpty(); i++) {
      next = left.remove(draw(left, random));
      double score = scores.of(next);
      if (score < bestScore) {
        best = next;
        bestScore = score;
      }
    }
    return Decision.of(best.name(), reason(open.size(), blind))
        .with("candidates", candidates)
        .with("drawn", Math.min(d, candidates))
        .with("load", best.load())
        .with("score", bestScore)
        .with("ageMs", shown(best.ageMs()));
  }

  /** Returns the age to report in a decision; -1 if unknown. */
  private static long shown(long ageMs) {
    return ageMs == Long.MAX_VALUE ? -1 : ageMs;
  }

  private static HomeReason reason(int candidates, boolean blind) {
    if (candidates == 1) {
      return HomeReason.HOME_ONLY_ONE;
    }
    return blind ? HomeReason.HOME_STATE_STALE : HomeReason.HOME_LEAST_LOADED;
  }

  /** Returns the index of a sub-cluster drawn in proportion to its pull. */
  private static int draw(List<SubClusterSnapshot> from, Random random) {
    double sum = 0;
    for (SubClusterSnapshot s : from) {
      sum += s.pull();
    }
    double point = random.nextDouble() * sum;
    for (int i = 0; i < from.size() - 1; i++) {
      point -= from.get(i).pull();
      if (point < 0) {
        return i;
      }
    }
    return from.size() - 1;
  }

  /** Scores candidates; the lowest score is best. */
  private final class Scores {
    private final HomeChoiceHistory.Counts recent;
    private final boolean blind;
    private double pulls;
    private double chosen;

    Scores(List<SubClusterSnapshot> all, HomeChoiceHistory.Counts recent, boolean blind) {
      this.recent = recent;
      this.blind = blind;
      for (SubClusterSnapshot s : all) {
        pulls += s.pull();
        chosen += recent.of(s.name());
      }
    }

    double of(SubClusterSnapshot s) {
      double part = s.pull() / pulls;
      double got = chosen > 0 ? recent.of(s.name()) / chosen / part : 0;
      return (blind ? 0 : s.load()) + antiAffinity * Math.min(MAX_RECENT, got);
    }
  }
}
