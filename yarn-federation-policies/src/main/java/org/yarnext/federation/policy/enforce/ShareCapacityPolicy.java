// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.enforce;

import java.util.HashMap;
import java.util.Map;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * Sets the capacities of queues in one sub-cluster, so that each queue is guaranteed its share of
 * the whole cluster there (Hydra section 4.2).
 *
 * <p>A queue's target is its share plus its part of the capacity that no sibling's share needs,
 * divided like the configured capacities. Without demand, and without recent shares, the targets
 * are therefore the configured capacities. Siblings always sum to 100 percent, no capacity exceeds
 * its maximum, a capacity configured above 0 stays above 0, and one change moves no capacity by
 * more than the limits allow.
 *
 * <p>Immutable and thread-safe; O(n) for n queues, apart from maxima that bind.
 */
public final class ShareCapacityPolicy {
  private static final double ALL = 100;

  /** Three decimals, as in a configuration file. */
  private static final double DIGITS = 1_000;

  private static final double HALF_A_DIGIT = 0.5 / DIGITS;

  /**
   * Smallest capacity in percent of a queue that is configured above 0. YARN refuses a parent with
   * capacity 0 whose children have some, and with it all changes made at once.
   */
  private static final double MIN_CAPACITY = 1 / DIGITS;

  private final CapacityUpdateLimits rules;

  public ShareCapacityPolicy(CapacityUpdateLimits rules) {
    this.rules = rules;
  }

  /**
   * Returns the changes of capacities.
   *
   * @return the new capacities by path, in percent of the parent's, of all siblings of each queue
   *     that changes; empty if nothing changes
   */
  public Decision<Map<String, Double>> decide(CapacityUpdateView view) {
    boolean known = view.hasShares(rules.staleAfterMs());
    double[] targets = known ? targets(view) : configured(view);
    double min = known ? rules.minChange() : 0; // configured capacities are restored exactly
    Map<String, Double> changes = new HashMap<>();
    double farthest = 0;
    for (int parent = 0; parent < targets.length; parent++) {
      int[] siblings = view.queues().children(parent);
      double far = 0;
      for (int q : siblings) {
        far = Math.max(far, Math.abs(targets[q] - view.current(q)));
      }
      farthest = Math.max(farthest, far);
      if (far > 0 && far >= min) {
        Map<String, Double> next =
            step(view, siblings, targets, Math.min(1, rules.maxStep() / far));
        if (isChange(view, siblings, next)) {
          changes.putAll(next);
        }
      }
    }
    CapacityUpdateReason why =
        changes.isEmpty()
            ? CapacityUpdateReason.ENFORCE_UNCHANGED
            : known ? CapacityUpdateReason.ENFORCE_SHARES : CapacityUpdateReason.ENFORCE_STATIC;
    return Decision.of(changes, why)
        .with("queues", changes.size())
        .with("farthest", farthest)
        .with("ageMs", view.ageMs());
  }

  private static double[] configured(CapacityUpdateView view) {
    double[] targets = new double[view.queues().size()];
    for (int q = 0; q < targets.length; q++) {
      targets[q] = view.configured(q);
    }
    return targets;
  }

  private double[] targets(CapacityUpdateView view) {
    QueueTree queues = view.queues();
    double[] shares = view.shares();
    double[] amounts = new double[shares.length];
    double[] targets = configured(view);
    amounts[QueueTree.ROOT] = view.capacity();
    for (int parent = 0; parent < shares.length; parent++) {
      double has = amounts[parent];
      int[] children = queues.children(parent);
      if (has <= 0) {
        continue; // children keep their configured capacities
      }
      double wanted = 0;
      for (int q : children) {
        wanted += shares[q];
      }
      double scale = wanted > has ? has / wanted : 1;
      for (int q : children) {
        double part = view.configured(q) / ALL;
        double due = shares[q] * scale + part * Math.max(0, has - wanted);
        double min = rules.floor() * part * has;
        amounts[q] = min + due * (1 - rules.floor());
      }
      bound(view, children, amounts, has);
      for (int q : children) {
        targets[q] = ALL * amounts[q] / has;
      }
    }
    return targets;
  }

  /** Moves amounts above a maximum to siblings that have room, in proportion to their room. */
  private static void bound(CapacityUpdateView view, int[] children, double[] amounts, double has) {
    for (int round = 0; round < children.length; round++) {
      double over = 0;
      double room = 0;
      for (int q : children) {
        double max = has * view.maximum(q) / ALL;
        if (amounts[q] > max) {
          over += amounts[q] - max;
          amounts[q] = max;
        } else {
          room += max - amounts[q];
        }
      }
      if (over <= 0 || room <= 0) {
        return;
      }
      for (int q : children) {
        double max = has * view.maximum(q) / ALL;
        amounts[q] += (max - amounts[q]) * Math.min(1, over / room);
      }
    }
  }

  /**
   * Returns whether a change remains after rounding; a target that rounding cannot reach would be
   * set again and again.
   */
  private static boolean isChange(
      CapacityUpdateView view, int[] siblings, Map<String, Double> next) {
    for (int q : siblings) {
      if (Math.abs(next.get(view.queues().path(q)) - view.current(q)) > HALF_A_DIGIT) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the capacities after a step of the given fraction towards the targets, rounded so that
   * siblings still sum to 100.
   */
  private static Map<String, Double> step(
      CapacityUpdateView view, int[] siblings, double[] targets, double part) {
    Map<String, Double> changes = new HashMap<>();
    double[] exact = new double[siblings.length];
    for (int i = 0; i < siblings.length; i++) {
      double from = view.current(siblings[i]);
      double to = targets[siblings[i]];
      exact[i] = part < 1 ? from + part * (to - from) : to;
    }
    applyMinCapacity(view, siblings, exact);
    double left = ALL;
    int roomiest = siblings[0];
    for (int i = 0; i < siblings.length; i++) {
      int q = siblings[i];
      double rounded = Math.floor(exact[i] * DIGITS) / DIGITS;
      changes.put(view.queues().path(q), rounded);
      left -= rounded;
      if (view.maximum(q) - rounded
          > view.maximum(roomiest) - changes.get(view.queues().path(roomiest))) {
        roomiest = q;
      }
    }
    String takes = view.queues().path(roomiest);
    changes.put(takes, Math.round((changes.get(takes) + left) * DIGITS) / DIGITS);
    return changes;
  }

  /**
   * Raises capacities of queues configured above 0 to the smallest capacity, if any is below it.
   */
  private static void applyMinCapacity(CapacityUpdateView view, int[] siblings, double[] percent) {
    double kept = 0;
    boolean isShort = false;
    for (int i = 0; i < siblings.length; i++) {
      if (view.configured(siblings[i]) > 0) {
        kept += MIN_CAPACITY;
        isShort |= percent[i] < MIN_CAPACITY;
      }
    }
    if (!isShort) {
      return;
    }
    for (int i = 0; i < siblings.length; i++) {
      double min = view.configured(siblings[i]) > 0 ? MIN_CAPACITY : 0;
      percent[i] =
          Math.min(view.maximum(siblings[i]), min + percent[i] * Math.max(0, ALL - kept) / ALL);
    }
  }
}
