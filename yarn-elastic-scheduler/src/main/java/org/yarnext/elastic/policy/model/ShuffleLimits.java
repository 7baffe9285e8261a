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

/** Limits what one reducer's shuffle holds in memory, in bytes, for a size of heap. Immutable. */
final class ShuffleLimits {
  /** Number of bytes in memory at which a merge to disk starts. */
  final long mergeThreshold;

  /** Size of the largest output that is fetched into memory, in bytes. */
  final long largestInMemory;

  /** Number of bytes that may stay in memory for the reduce function. */
  final long retained;

  ShuffleLimits(long mergeThreshold, long largestInMemory, long retained) {
    this.mergeThreshold = mergeThreshold;
    this.largestInMemory = largestInMemory;
    this.retained = retained;
  }
}
