// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

/**
 * Charges a task of unknown disk use with the whole disk bandwidth that under-sized tasks may use
 * on one node: it runs with less memory where no other spilling task runs, and nowhere if that
 * bandwidth is 0. All else is as in the task's model. Immutable.
 */
public final class FullDiskShareModel implements ElasticityModel {
  /** Minimum bandwidth charged, in MB per second, so that it never fits into nothing. */
  private static final double MIN = 1;

  private final ElasticityModel model;
  private final double mbPerSecond;

  private FullDiskShareModel(ElasticityModel model, double mbPerSecond) {
    this.model = model;
    this.mbPerSecond = mbPerSecond;
  }

  /**
   * Returns the model itself if it knows its task's disk use, else one that charges the whole
   * share.
   *
   * @param shareMbPerSecond bandwidth that under-sized tasks may use together on one node; 0 or
   *     more
   */
  public static ElasticityModel of(ElasticityModel model, double shareMbPerSecond) {
    return model.knowsDiskUse()
        ? model
        : new FullDiskShareModel(model, Math.max(MIN, shareMbPerSecond));
  }

  @Override
  public long idealMemoryMb() {
    return model.idealMemoryMb();
  }

  @Override
  public double runTimeMs(long memoryMb) {
    return model.runTimeMs(memoryMb);
  }

  @Override
  public double diskMbPerSecond(long memoryMb) {
    return memoryMb >= idealMemoryMb() ? 0 : mbPerSecond;
  }

  @Override
  public int tooth(long memoryMb) {
    return model.tooth(memoryMb);
  }

  @Override
  public String toString() {
    return model.toString();
  }
}
