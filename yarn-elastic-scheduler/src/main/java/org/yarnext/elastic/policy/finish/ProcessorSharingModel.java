// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.finish;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Fluid model of fair sharing: jobs share one processor by weight, each up to its own maximum rate.
 * A run costs O(jobs × log jobs): a job that has reached its maximum rate stays there, since the
 * share of the others only grows while no job arrives. An instance is used once.
 */
final class ProcessorSharingModel {
  private final double[] work;
  private final double[] weight;
  private final double[] limit;
  private final double[] finishMs;

  /** By job, the time at which it reached its limit, and its service until then. */
  private final double[] limitedMs;

  private final double[] servedBefore;
  private final Integer[] byLimit;
  private final PriorityQueue<Integer> sharing;
  private final PriorityQueue<Integer> limited;
  private double free;
  private double weights;
  private double nowMs;

  /** Service that each sharing job has received for each unit of weight. */
  private double service;

  private int nextLimit;

  /**
   * Creates a model.
   *
   * @param work of each job, 0 or more; infinite if it does not end
   * @param weight of each job, above 0
   * @param limit of each job's rate, in work per ms, 0 or more
   * @param capacity of the processor, in work per ms, 0 or more
   */
  ProcessorSharingModel(double[] work, double[] weight, double[] limit, double capacity) {
    this.work = work;
    this.weight = weight;
    this.limit = limit;
    this.free = capacity;
    finishMs = new double[work.length];
    limitedMs = new double[work.length];
    servedBefore = new double[work.length];
    byLimit = new Integer[work.length];
    sharing = new PriorityQueue<>(Comparator.comparingDouble(job -> work[job] / weight[job]));
    limited = new PriorityQueue<>(Comparator.comparingDouble(this::endAtLimitMs));
    Arrays.fill(limitedMs, Double.NaN);
    for (int job = 0; job < work.length; job++) {
      byLimit[job] = job;
      finishMs[job] = work[job] > 0 ? Double.POSITIVE_INFINITY : 0;
      if (work[job] > 0) {
        sharing.add(job);
        weights += weight[job];
      }
    }
    Arrays.sort(byLimit, Comparator.comparingDouble(job -> limit[job] / weight[job]));
  }

  private double endAtLimitMs(int job) {
    return limitedMs[job] + (work[job] - servedBefore[job]) / limit[job];
  }

  private boolean isLimited(int job) {
    return !Double.isNaN(limitedMs[job]);
  }

  private boolean hasEnded(int job) {
    return finishMs[job] < Double.POSITIVE_INFINITY;
  }

  /** Runs until a time, in ms from the start, or if that is infinite until no more job can end. */
  void run(double untilMs) {
    while (nowMs < untilMs) {
      limitRates();
      while (!sharing.isEmpty() && isLimited(sharing.peek())) {
        sharing.poll();
      }
      double rate = rate();
      double sharerMs =
          rate > 0 ? nowMs + (work[sharing.peek()] / weight[sharing.peek()] - service) / rate : -1;
      double firstMs = rate > 0 ? sharerMs : Double.POSITIVE_INFINITY;
      double otherMs = limited.isEmpty() ? Double.POSITIVE_INFINITY : endAtLimitMs(limited.peek());
      double endMs = Math.max(nowMs, Math.min(firstMs, otherMs));
      if (Double.isInfinite(Math.min(endMs, untilMs))) {
        return;
      }
      service += rate * (Math.min(endMs, untilMs) - nowMs);
      nowMs = Math.min(endMs, untilMs);
      if (endMs <= untilMs) {
        end(firstMs <= otherMs ? sharing : limited);
      }
    }
  }

  private double rate() {
    return sharing.isEmpty() || weights <= 0 ? 0 : Math.max(0, free / weights);
  }

  private void end(PriorityQueue<Integer> of) {
    int job = of.poll();
    finishMs[job] = nowMs;
    if (of == sharing) {
      weights -= weight[job];
    } else {
      free += limit[job];
    }
  }

  /** Moves the jobs whose share is above their limit. */
  private void limitRates() {
    for (; nextLimit < byLimit.length; nextLimit++) {
      int job = byLimit[nextLimit];
      if (!hasEnded(job)) {
        if (weights > 0 && limit[job] * weights > weight[job] * free) {
          return;
        }
        servedBefore[job] = weight[job] * service;
        limitedMs[job] = nowMs;
        weights -= weight[job];
        free -= limit[job];
        if (limit[job] > 0) {
          limited.add(job);
        }
      }
    }
  }

  /** Returns when a job ends, in ms from the start; infinite if it does not end in the run. */
  double finishMs(int job) {
    return finishMs[job];
  }

  /** Returns the service that a job has received, at most its work. */
  double served(int job) {
    if (hasEnded(job)) {
      return work[job];
    }
    double served =
        isLimited(job)
            ? servedBefore[job] + limit[job] * (nowMs - limitedMs[job])
            : weight[job] * service;
    return Math.min(work[job], served);
  }
}
