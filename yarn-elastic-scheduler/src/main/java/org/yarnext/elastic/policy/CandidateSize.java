// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.MinMemorySelector;

/**
 * One size that a task may be given, with the run time and disk bandwidth that its model predicts;
 * finds the best such size. Immutable.
 *
 * <p>Memory that an application requests beyond the task's ideal memory is overhead and is not
 * reduced: a smaller container reduces only the task's own memory.
 */
final class CandidateSize {
  private final long grantedMb;
  private final double runMs;
  private final double diskMbPerSecond;

  private CandidateSize(long grantedMb, double runMs, double diskMbPerSecond) {
    this.grantedMb = grantedMb;
    this.runMs = runMs;
    this.diskMbPerSecond = diskMbPerSecond;
  }

  /**
   * Returns the minimum memory with the shortest run time (YARN-ME, section 3.3, Algorithm 1 lines
   * 7 and 9); null if the model gives no usable run time for any size.
   */
  static CandidateSize fastest(SizingRequest request) {
    MinMemorySelector smallest =
        MinMemorySelector.of(
            request.model(),
            request.requestedMb(),
            request.statedMb(),
            request.minMb(),
            request.stepMb(),
            request.freeMb());
    return smallest == null
        ? null
        : new CandidateSize(smallest.memoryMb(), smallest.runTimeMs(), smallest.diskMbPerSecond());
  }

  /**
   * Returns the smallest size of the lowest cost among those allowed; null if there is none. If
   * there are more than {@link MinMemorySelector#MAX_EVALUATIONS} sizes, that many evenly spaced
   * ones are evaluated, including the smallest.
   */
  static CandidateSize cheapest(
      SizingRequest request,
      ToDoubleFunction<CandidateSize> cost,
      Predicate<CandidateSize> allowed) {
    ElasticityModel model = request.model();
    long step = request.stepMb();
    long kept = Math.max(0, request.statedMb() - model.idealMemoryMb());
    CandidateSize best = null;
    long largest = request.maxMb();
    long maxSteps = Math.floorDiv(largest - Math.max(request.minMb(), kept + 1), step);
    long stride = Math.max(0, maxSteps) / MinMemorySelector.MAX_EVALUATIONS + 1;
    for (long steps = Math.floorMod(maxSteps, stride); steps <= maxSteps; steps += stride) {
      long mb = largest - steps * step;
      double runMs = model.runTimeMs(mb - kept);
      if (runMs >= 0 && runMs < Long.MAX_VALUE) {
        CandidateSize size = new CandidateSize(mb, runMs, model.diskMbPerSecond(mb - kept));
        if ((best == null || cost.applyAsDouble(size) <= cost.applyAsDouble(best))
            && allowed.test(size)) {
          best = size;
        }
      }
    }
    return best;
  }

  /**
   * Places the task with the size if it ends in time and its disk use fits the remaining bandwidth.
   *
   * @param size null if there is none
   */
  static Decision<Long> decide(CandidateSize size, SizingRequest request) {
    if (size == null) {
      return request.refusal(ElasticReason.ELASTIC_MODEL_UNUSABLE);
    }
    Decision<Long> decision;
    if (!size.isWithinDisk(request)) {
      decision = request.refusal(ElasticReason.ELASTIC_DISK_BUDGET);
    } else if (!size.endsInTime(request)) {
      decision = request.refusal(ElasticReason.ELASTIC_NO_GAIN);
    } else {
      decision = request.decision(size.grantedMb, ElasticReason.ELASTIC_PLACED);
    }
    return decision
        .with("elasticMb", size.grantedMb)
        .with("taskRunMs", (long) Math.ceil(size.runMs))
        .with("taskEndMs", (long) Math.ceil(request.nowMs() + size.runMs))
        .with("endByMs", request.endByMs())
        .with("diskMbPerSecond", size.diskMbPerSecond)
        .with("freeDiskMbPerSecond", request.freeDiskMbPerSecond());
  }

  /** Returns memory times run time, in MB ms. */
  double occupancy() {
    return grantedMb * runMs;
  }

  boolean endsInTime(SizingRequest request) {
    return request.nowMs() + runMs <= request.endByMs();
  }

  boolean isWithinDisk(SizingRequest request) {
    return diskMbPerSecond <= request.freeDiskMbPerSecond();
  }
}
