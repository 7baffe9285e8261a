// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.finish;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.timeline.queue.JobId;

/** A queue whose jobs are fluids: served by fair sharing, worked out step by step, or by finish. */
final class FluidQueue {
  static final double CAPACITY = 100;

  final List<Job> jobs = new ArrayList<>();

  /** A job whose stated size is wrong by a factor. */
  static final class Job {
    final JobId id;
    final double weight;
    final long arrivalMs;
    final double size;
    final double maxRate;
    final double error;
    double left;
    double finishMs = Double.NaN;

    Job(int number, double weight, long arrivalMs, double size, double maxRate, double error) {
      this.id = JobId.of(1, number);
      this.weight = weight;
      this.arrivalMs = arrivalMs;
      this.size = size;
      this.maxRate = maxRate;
      this.error = error;
    }

    private QueuedJobView view() {
      return new QueuedJobView(id, weight, size - left, left * error, maxRate, 0);
    }
  }

  static FluidQueue random(Random random, int maxJobs, double narrowest, double error) {
    FluidQueue queue = new FluidQueue();
    int count = 1 + random.nextInt(maxJobs);
    for (int j = 0; j < count; j++) {
      double narrow = narrowest + (1 - narrowest) * random.nextDouble();
      queue.jobs.add(
          new Job(
              j + 1,
              1 + random.nextInt(3),
              random.nextInt(50_000),
              CAPACITY * (1 + random.nextInt(20_000)),
              CAPACITY * (random.nextInt(3) == 0 ? 1 : narrow),
              Math.pow(error, 2 * random.nextDouble() - 1)));
    }
    return queue;
  }

  private List<Job> present(double nowMs) {
    return jobs.stream()
        .filter(job -> job.arrivalMs <= nowMs && job.left > 0)
        .collect(Collectors.toList());
  }

  /** Returns the finish of each job under fair sharing, with all sizes multiplied. */
  double[] fair(double factor) {
    jobs.forEach(job -> job.left = job.size * factor);
    double nowMs = 0;
    while (jobs.stream().anyMatch(job -> job.left > 0)) {
      List<Job> present = present(nowMs);
      nowMs += serve(present, fairRates(present), nextArrival(nowMs) - nowMs, nowMs);
    }
    return jobs.stream().mapToDouble(job -> job.finishMs).toArray();
  }

  private double nextArrival(double nowMs) {
    return jobs.stream()
        .mapToDouble(job -> job.arrivalMs)
        .filter(arrivalMs -> arrivalMs > nowMs)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** Fills all jobs alike, leaving out those that are full, as often as need be. */
  static double[] fairRates(List<Job> present) {
    double[] rates = new double[present.size()];
    double free = CAPACITY;
    while (free > 1e-9) {
      double weights = 0;
      for (int j = 0; j < rates.length; j++) {
        weights += rates[j] < present.get(j).maxRate ? present.get(j).weight : 0;
      }
      if (weights == 0) {
        break;
      }
      double step = free / weights;
      for (int j = 0; j < rates.length; j++) {
        Job job = present.get(j);
        if (rates[j] < job.maxRate) {
          double more = Math.min(job.maxRate - rates[j], step * job.weight);
          rates[j] = more == job.maxRate - rates[j] ? job.maxRate : rates[j] + more;
          free -= more;
        }
      }
    }
    return rates;
  }

  /** Serves until a job ends, at most for a time; returns how long it was. */
  private static double serve(List<Job> present, double[] rates, double maxMs, double nowMs) {
    double ms = maxMs;
    for (int j = 0; j < rates.length; j++) {
      ms = rates[j] > 0 ? Math.min(ms, present.get(j).left / rates[j]) : ms;
    }
    for (int j = 0; j < rates.length; j++) {
      Job job = present.get(j);
      job.left -= ms * rates[j];
      if (job.left < 1e-6 * CAPACITY) {
        job.left = 0;
        job.finishMs = nowMs + ms;
      }
    }
    return ms;
  }

  /**
   * Returns the finish of each job in the policy's order, asked again whenever a job arrives or
   * ends, and after each interval.
   */
  double[] byFinish(FairFinishPolicy policy, long intervalMs) {
    jobs.forEach(job -> job.left = job.size);
    long nowMs = 0;
    while (jobs.stream().anyMatch(job -> job.left > 0)) {
      List<Job> order = order(policy, nowMs);
      double ms = Math.min(intervalMs, nextArrival(nowMs) - nowMs);
      // The clock has whole milliseconds: who ends within one leaves its rest to the next.
      long untilMs = nowMs + (long) Math.ceil(ms);
      double at = nowMs;
      while (at < untilMs) {
        order.removeIf(job -> job.left == 0);
        double step = serve(order, rates(order), untilMs - at, at);
        at += step;
        if (order.stream().anyMatch(job -> job.left == 0)) {
          untilMs = Math.min(untilMs, (long) Math.ceil(at));
        }
      }
      nowMs = untilMs;
    }
    return jobs.stream().mapToDouble(job -> job.finishMs).toArray();
  }

  List<Job> order(FairFinishPolicy policy, long nowMs) {
    List<QueuedJobView> views = present(nowMs).stream().map(Job::view).collect(Collectors.toList());
    List<Job> order = new ArrayList<>();
    for (Decision<JobId> decision : policy.decide(nowMs, CAPACITY, views)) {
      order.add(jobs.stream().filter(j -> j.id.equals(decision.value())).findFirst().get());
    }
    return order;
  }

  private static double[] rates(List<Job> order) {
    double[] rates = new double[order.size()];
    double free = CAPACITY;
    for (int j = 0; j < rates.length; j++) {
      rates[j] = Math.min(free, order.get(j).maxRate);
      free -= rates[j];
    }
    return rates;
  }
}
