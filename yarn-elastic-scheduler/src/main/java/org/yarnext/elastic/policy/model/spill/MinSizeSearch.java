// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model.spill;

import java.util.function.LongPredicate;

/** Finds the minimum sufficient memory by binary search. Stateless. */
final class MinSizeSearch {
  /** Maximum memory considered, in MB: 1 PB. */
  static final long MAX_MB = 1L << 30;

  private MinSizeSearch() {}

  /**
   * Returns the smallest sufficient size from 1 to {@link #MAX_MB}; -1 if there is none.
   *
   * @param enough monotonic: true for every size above one for which it is true
   */
  static long where(LongPredicate enough) {
    if (!enough.test(MAX_MB)) {
      return -1;
    }
    long tooSmall = 0;
    long right = MAX_MB;
    while (right - tooSmall > 1) {
      long middle = (tooSmall + right) >>> 1;
      if (enough.test(middle)) {
        right = middle;
      } else {
        tooSmall = middle;
      }
    }
    return right;
  }
}
