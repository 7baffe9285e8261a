// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;

/** Tells how many more opportunistic containers an application may have. Thread-safe. */
public interface PlacementQuota {
  /** No quota for any application. */
  PlacementQuota NONE = attempt -> Integer.MAX_VALUE;

  /**
   * Returns how many more containers the attempt may have; {@link Integer#MAX_VALUE} if it has no
   * quota. At 0 or less it may have none now.
   */
  int remaining(ApplicationAttemptId attempt);
}
