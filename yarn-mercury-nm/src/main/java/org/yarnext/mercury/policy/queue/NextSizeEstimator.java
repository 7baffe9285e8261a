// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.queue;

import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Estimates the size of the next opportunistic container on a node: the size of the last one that
 * waited there. After some time it is no larger than YARN's default minimum allocation, so that a
 * node whose room was too small for a large container is tried again. Not thread-safe.
 */
public final class NextSizeEstimator {
  /** YARN's default minimum allocation. */
  public static final ResourceVector MINIMUM = ResourceVector.of(1_024, 1);

  private ResourceVector last = MINIMUM;
  private long lastMs;

  /** Records the containers that wait now. */
  public void observe(Iterable<ContainerView> waiting, long nowMs) {
    for (ContainerView c : waiting) {
      last = c.resources();
      lastMs = nowMs;
    }
  }

  /**
   * Returns the estimate.
   *
   * @param rememberMs time for which the last size counts, in ms
   */
  public ResourceVector estimate(long nowMs, long rememberMs) {
    boolean isRecent = lastMs <= nowMs && nowMs - lastMs <= rememberMs;
    return isRecent ? last : last.min(MINIMUM);
  }
}
