// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.model.ElasticityModel;

/**
 * Input of the decision on one container's size: a waiting task of one application, the room on one
 * node that is too small for its regular size, and the end of its job. Immutable.
 */
public final class SizingRequest {
  private final long requestedMb;
  private final long statedMb;
  private final int vcores;
  private final ElasticityModel model;
  private final long minMb;
  private final long stepMb;
  private final long freeMb;
  private final int freeVcores;
  private final double freeDiskMbPerSecond;
  private final long endByMs;
  private final long nowMs;

  private SizingRequest(Builder builder) {
    this.requestedMb = builder.requestedMb;
    this.statedMb = builder.statedMb;
    this.vcores = builder.vcores;
    this.model = builder.model;
    this.minMb = builder.minMb;
    this.stepMb = builder.stepMb;
    this.freeMb = builder.freeMb;
    this.freeVcores = builder.freeVcores;
    this.freeDiskMbPerSecond = builder.freeDiskMbPerSecond;
    this.endByMs = builder.endByMs;
    this.nowMs = builder.nowMs;
  }

  /**
   * Starts the request of a task.
   *
   * @param requestedMb the regular size in MB, 1 or more
   * @param vcores the requested vcores
   */
  public static Builder builder(long requestedMb, int vcores) {
    return new Builder(requestedMb, vcores);
  }

  /** Returns the regular size, in MB. */
  public long requestedMb() {
    return requestedMb;
  }

  /**
   * Returns the memory that the application stated, in MB: the regular size is this, rounded up by
   * the scheduler. The job did not request the difference, and a smaller size need not keep it.
   */
  public long statedMb() {
    return statedMb;
  }

  /** Returns the requested vcores. */
  public int vcores() {
    return vcores;
  }

  /** Returns the model of the task's run time by memory; null if unknown. */
  public ElasticityModel model() {
    return model;
  }

  /** Returns the minimum size the task may be given, in MB; 1 or more. */
  public long minMb() {
    return minMb;
  }

  /** Returns the step between two sizes, in MB; 1 or more. */
  public long stepMb() {
    return stepMb;
  }

  /** Returns the node's free memory in MB; below 0 on a node that was made smaller. */
  public long freeMb() {
    return freeMb;
  }

  /** Returns the node's free vcores; below 0 on a node that was made smaller. */
  public int freeVcores() {
    return freeVcores;
  }

  /**
   * Returns the remaining part of the node's disk bandwidth that elastic tasks may use together, in
   * MB/s (YARN-ME, section 3.3).
   */
  public double freeDiskMbPerSecond() {
    return freeDiskMbPerSecond;
  }

  /**
   * Returns the time by which the task must end, in ms: the end of its job if the task waits, or
   * another time set by its job's protection, less {@link EndMargin}; {@link
   * org.yarnext.elastic.policy.timeline.Timeline#UNKNOWN} if unknown.
   */
  public long endByMs() {
    return endByMs;
  }

  /** Returns a copy of this request with another latest end, in ms. */
  public SizingRequest withEndByMs(long latestMs) {
    return builder(requestedMb, vcores)
        .stated(statedMb)
        .model(model)
        .sizes(minMb, stepMb)
        .room(freeMb, freeVcores, freeDiskMbPerSecond)
        .endBy(latestMs, nowMs)
        .build();
  }

  /** Returns the time of the request, on the clock of {@link #endByMs}. */
  public long nowMs() {
    return nowMs;
  }

  /**
   * Returns the largest size below the regular one that fits the node; may be below the minimum.
   */
  long maxMb() {
    long maxMb = Math.min(requestedMb - 1, freeMb);
    long steps = -Math.floorDiv(maxMb - requestedMb, stepMb);
    return requestedMb - steps * stepMb;
  }

  /** Returns the refusal that needs no search among the sizes; null if a search is needed. */
  Decision<Long> refusalWithoutSearch() {
    if (model == null) {
      return refusal(ElasticReason.ELASTIC_NO_MODEL);
    }
    if (vcores > freeVcores) {
      return refusal(ElasticReason.ELASTIC_NO_CORES)
          .with("vcores", vcores)
          .with("freeVcores", freeVcores);
    }
    if (maxMb() < minMb) {
      return refusal(ElasticReason.ELASTIC_NO_ROOM);
    }
    return endByMs < 0 ? refusal(ElasticReason.ELASTIC_END_UNKNOWN) : null;
  }

  /** Returns the refusal of a smaller size, with the reason and the request's numbers. */
  Decision<Long> refusal(ElasticReason reason) {
    return decision(null, reason);
  }

  /** Returns a decision with the numbers of the request. */
  Decision<Long> decision(Long mb, ElasticReason reason) {
    return Decision.of(mb, reason)
        .with("askedMb", requestedMb)
        .with("minMb", minMb)
        .with("freeMb", freeMb);
  }

  /** Builder of a request. Not thread-safe. */
  public static final class Builder {
    private final long requestedMb;
    private final int vcores;
    private long statedMb;
    private ElasticityModel model;
    private long minMb = 1;
    private long stepMb = 1;
    private long freeMb;
    private int freeVcores;
    private double freeDiskMbPerSecond;
    private long endByMs = -1;
    private long nowMs;

    private Builder(long requestedMb, int vcores) {
      this.requestedMb = requestedMb;
      this.statedMb = requestedMb;
      this.vcores = vcores;
    }

    /** Sets the memory before the scheduler rounded it up, in MB; the regular size unless set. */
    public Builder stated(long unroundedMb) {
      this.statedMb = unroundedMb;
      return this;
    }

    /** Sets how long the task takes with which memory; null, the default, if unknown. */
    public Builder model(ElasticityModel taskModel) {
      this.model = taskModel;
      return this;
    }

    /**
     * Sets the sizes the task may be given; 1 MB and steps of 1 MB by default.
     *
     * @param newMinMb maximum of the share of its ideal memory, the floor of its heap and the
     *     scheduler's minimum allocation; a multiple of the step
     * @param allocationStepMb the scheduler's allocation step
     */
    public Builder sizes(long newMinMb, long allocationStepMb) {
      this.minMb = newMinMb;
      this.stepMb = allocationStepMb;
      return this;
    }

    /** Sets the free room of the node, in MB, vcores and MB/s of its disks; none unless set. */
    public Builder room(long memoryMb, int cores, double diskMbPerSecond) {
      this.freeMb = memoryMb;
      this.freeVcores = cores;
      this.freeDiskMbPerSecond = diskMbPerSecond;
      return this;
    }

    /** Sets when the task must end, and the time now, in ms; unknown unless set. */
    public Builder endBy(long latestMs, long clockMs) {
      this.endByMs = latestMs;
      this.nowMs = clockMs;
      return this;
    }

    /**
     * Builds the request.
     *
     * @throws IllegalArgumentException if the step, the minimum or the asked memory is below 1
     */
    public SizingRequest build() {
      if (requestedMb < 1 || minMb < 1 || stepMb < 1) {
        throw new IllegalArgumentException(
            "askedMb=" + requestedMb + " minMb=" + minMb + " stepMb=" + stepMb + ": below 1");
      }
      if (statedMb < 1 || statedMb > requestedMb) {
        throw new IllegalArgumentException(
            "statedMb=" + statedMb + " is outside 1.." + requestedMb + ", the size made of it");
      }
      return new SizingRequest(this);
    }
  }
}
