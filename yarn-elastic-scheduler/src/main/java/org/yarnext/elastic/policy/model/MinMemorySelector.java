// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

/**
 * Chooses the least memory that yields the lowest possible run time among the sizes that may be
 * given (YARN-ME, Algorithm 1, lines 7 and 9). Immutable.
 *
 * <p>Memory that an application requests beyond the task's ideal memory is overhead and is not
 * reduced: a smaller container reduces only the task's own memory.
 */
public final class MinMemorySelector {
  /** Maximum number of run times computed for one choice. */
  public static final int MAX_EVALUATIONS = 256;

  /** Relative difference below which two run times are equal: they differ by rounding. */
  private static final double SAME = 1e-9;

  private final long memoryMb;
  private final double runTimeMs;
  private final double diskMbPerSecond;

  private MinMemorySelector(long memoryMb, double runTimeMs, double diskMbPerSecond) {
    this.memoryMb = memoryMb;
    this.runTimeMs = runTimeMs;
    this.diskMbPerSecond = diskMbPerSecond;
  }

  /**
   * Chooses among {@code requestedMb - n * stepMb}, n from 1, at least {@code minMb} and at most
   * {@code freeMb}.
   *
   * <p>Up to {@link #MAX_EVALUATIONS} sizes are all evaluated. If there are more and the model has
   * teeth, the smallest size of each tooth ({@link ElasticityModel#tooth}) is evaluated, from the
   * largest down, so that with too many teeth the smallest sizes are left out. If it has none, as
   * many evenly spaced sizes are evaluated, so that a better size between two of these may be
   * missed.
   *
   * @param model not null
   * @param requestedMb the request as the scheduler rounded it up, in MB; above 0
   * @param statedMb the request before that, in MB; 1 to {@code requestedMb}
   * @param minMb the minimum size, in MB
   * @param stepMb the scheduler's allocation step in MB; above 0
   * @param freeMb the free memory, in MB
   * @return null if there is no such size with which the task can run
   */
  public static MinMemorySelector of(
      ElasticityModel model,
      long requestedMb,
      long statedMb,
      long minMb,
      long stepMb,
      long freeMb) {
    ModelParameterValidator.that(
        requestedMb > 0, "the requested memory", requestedMb, "above 0 MB");
    ModelParameterValidator.that(stepMb > 0, "the allocation step", stepMb, "above 0 MB");
    long overheadMb = Math.max(0, statedMb - model.idealMemoryMb());
    long lowest = Math.max(minMb, overheadMb + 1);
    long minSteps = Math.max(1, ceilDiv(requestedMb - freeMb, stepMb));
    long maxSteps = lowest > requestedMb ? 0 : (requestedMb - lowest) / stepMb;
    if (minSteps > maxSteps) {
      return null;
    }
    Search search = new Search(model, requestedMb, stepMb, overheadMb);
    if (maxSteps - minSteps < MAX_EVALUATIONS || model.tooth(model.idealMemoryMb()) < 0) {
      search.evenly(minSteps, maxSteps);
    } else {
      search.teeth(minSteps, maxSteps);
    }
    return search.best();
  }

  private static long ceilDiv(long a, long b) {
    return -Math.floorDiv(-a, b);
  }

  /** Returns the container's memory in MB. */
  public long memoryMb() {
    return memoryMb;
  }

  /** Returns the expected run time with it, in ms; finite. */
  public double runTimeMs() {
    return runTimeMs;
  }

  /** Returns the disk bandwidth of spilling with it, in MB/s; 0 or more. */
  public double diskMbPerSecond() {
    return diskMbPerSecond;
  }

  @Override
  public String toString() {
    return memoryMb + " MB for " + runTimeMs + " ms, " + diskMbPerSecond + " MB/s";
  }

  /** Iterates over sizes, counted in steps below the requested one. */
  private static final class Search {
    private final ElasticityModel model;
    private final long requestedMb;
    private final long stepMb;
    private final long overheadMb;
    private long bestSteps;
    private double bestMs = Double.POSITIVE_INFINITY;

    Search(ElasticityModel model, long requestedMb, long stepMb, long overheadMb) {
      this.model = model;
      this.requestedMb = requestedMb;
      this.stepMb = stepMb;
      this.overheadMb = overheadMb;
    }

    void evenly(long minSteps, long maxSteps) {
      long stride = ceilDiv(maxSteps - minSteps + 1, MAX_EVALUATIONS);
      for (long steps = maxSteps; steps >= minSteps; steps -= stride) {
        evaluate(steps);
      }
    }

    void teeth(long minSteps, long maxSteps) {
      long next = minSteps;
      for (int i = 0; i < MAX_EVALUATIONS && next <= maxSteps; i++) {
        long lastOfTooth = lastOfTooth(next, maxSteps);
        evaluate(lastOfTooth);
        next = lastOfTooth + 1;
      }
    }

    private long lastOfTooth(long from, long maxSteps) {
      int tooth = model.tooth(taskMb(from));
      long last = from;
      long beyond = maxSteps + 1;
      while (beyond - last > 1) {
        long middle = (last + beyond) >>> 1;
        if (model.tooth(taskMb(middle)) == tooth) {
          last = middle;
        } else {
          beyond = middle;
        }
      }
      return last;
    }

    private void evaluate(long steps) {
      double ms = model.runTimeMs(taskMb(steps));
      if (!(ms >= 0 && ms < Long.MAX_VALUE)) {
        return; // no run time, or an absurd one
      }
      double longer = ms - bestMs;
      if (longer < -SAME * ms || (longer <= SAME * ms && steps > bestSteps)) {
        bestMs = ms;
        bestSteps = steps;
      }
    }

    private long taskMb(long steps) {
      return requestedMb - steps * stepMb - overheadMb;
    }

    MinMemorySelector best() {
      return Double.isInfinite(bestMs)
          ? null
          : new MinMemorySelector(
              requestedMb - bestSteps * stepMb, bestMs, model.diskMbPerSecond(taskMb(bestSteps)));
    }
  }
}
