/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic.policy.model;

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
