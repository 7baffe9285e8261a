// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise.verdict;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.Workload;

/** Simulated job times with a feature, compared with those on stock. Immutable. */
public final class FeatureGain {
  /** A job that takes longer than this many times its time with stock loses. */
  public static final double MAX_LOSS = 1.2;

  /** Minimum difference of a job's times that counts as a loss, in ms. */
  private static final long MIN_LOSS_MS = 5_000;

  /** One job with both times. Immutable. */
  public static final class Job {
    public final SimJob job;
    public final double stockMs;
    public final double featureMs;

    private Job(SimJob job, double stockMs, double featureMs) {
      this.job = job;
      this.stockMs = stockMs;
      this.featureMs = featureMs;
    }

    public double ratio() {
      return featureMs / stockMs;
    }

    public boolean loses() {
      return ratio() > MAX_LOSS && featureMs - stockMs > MIN_LOSS_MS;
    }
  }

  private final List<Job> jobs;
  private final List<Double> bySeed;
  private final long unfinished;

  private FeatureGain(List<Job> jobs, List<Double> bySeed, long unfinished) {
    this.jobs = Collections.unmodifiableList(jobs);
    this.bySeed = Collections.unmodifiableList(bySeed);
    this.unfinished = unfinished;
  }

  /**
   * Compares the times of jobs with those with stock, with the same seeds.
   *
   * @return null if no job finished in all runs of both
   */
  public static FeatureGain of(Workload workload, SimulatedTimes stock, SimulatedTimes feature) {
    List<Job> jobs = new ArrayList<>();
    long unfinished = 0;
    for (SimJob job : workload.jobs()) {
      double stockMs = stock.meanMs(job.id());
      double featureMs = feature.meanMs(job.id());
      if (stockMs > 0 && featureMs > 0) {
        jobs.add(new Job(job, stockMs, featureMs));
      } else if (stockMs > 0) {
        unfinished++;
      }
    }
    if (jobs.isEmpty()) {
      return null;
    }
    jobs.sort(Comparator.comparingDouble(Job::ratio));
    List<Double> bySeed = new ArrayList<>();
    for (int s = 0; s < Math.min(stock.seeds(), feature.seeds()); s++) {
      Map<Integer, Long> stockMs = stock.ofSeed(s);
      Map<Integer, Long> featureMs = feature.ofSeed(s);
      bySeed.add(
          jobs.stream().mapToDouble(j -> featureMs.get(j.job.id())).sum()
              / jobs.stream().mapToDouble(j -> stockMs.get(j.job.id())).sum());
    }
    Collections.sort(bySeed);
    return new FeatureGain(jobs, bySeed, unfinished);
  }

  /** Returns the average time with stock in ms. */
  public double stockMs() {
    return jobs.stream().mapToDouble(job -> job.stockMs).average().orElse(Double.NaN);
  }

  /** Returns the average time with the feature in ms. */
  public double featureMs() {
    return jobs.stream().mapToDouble(job -> job.featureMs).average().orElse(Double.NaN);
  }

  /** Returns the average time relative to stock's. */
  public double ratio() {
    return featureMs() / stockMs();
  }

  /** Returns the minimum ratio of the seeds. */
  public double minRatio() {
    return bySeed.get(0);
  }

  /** Returns the maximum ratio of the seeds. */
  public double maxRatio() {
    return bySeed.get(bySeed.size() - 1);
  }

  /** Returns the jobs, those that gain most first; not empty, unmodifiable. */
  public List<Job> jobs() {
    return jobs;
  }

  /** Returns the jobs that lose, those that lose most first. */
  public List<Job> losers() {
    List<Job> losers = new ArrayList<>();
    jobs.stream().filter(Job::loses).forEach(losers::add);
    Collections.reverse(losers);
    return losers;
  }

  /** Returns the number of jobs that finish with stock and not with the feature. */
  public long unfinished() {
    return unfinished;
  }

  /** Returns the ratio of the average times by queue. */
  public Map<String, Double> byQueue() {
    Map<String, double[]> sums = new TreeMap<>();
    for (Job job : jobs) {
      double[] sum = sums.computeIfAbsent(job.job.queue(), queue -> new double[2]);
      sum[0] += job.featureMs;
      sum[1] += job.stockMs;
    }
    Map<String, Double> ratios = new TreeMap<>();
    sums.forEach((queue, sum) -> ratios.put(queue, sum[0] / sum[1]));
    return ratios;
  }
}
