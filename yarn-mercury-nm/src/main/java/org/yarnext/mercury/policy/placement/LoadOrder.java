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
package org.yarnext.mercury.policy.placement;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/** Nodes by load, each as a number of its load and its index, which are sorted fast, run by run. */
final class LoadOrder {
  /** Enough for a million nodes; what is left is enough for centuries of ms. */
  private static final int INDEX_BITS = 20;

  private LoadOrder() {}

  static long[] of(int[] nodes, IntToLongFunction loadMs) {
    long[] keys = new long[nodes.length];
    for (int n = 0; n < keys.length; n++) {
      long load = Math.min(loadMs.applyAsLong(nodes[n]), Long.MAX_VALUE >> INDEX_BITS);
      keys[n] = load << INDEX_BITS | nodes[n];
    }
    Arrays.sort(keys);
    return keys;
  }

  static int index(long key) {
    return (int) (key & (1L << INDEX_BITS) - 1);
  }

  static long loadMs(long key) {
    return key >> INDEX_BITS;
  }
}
