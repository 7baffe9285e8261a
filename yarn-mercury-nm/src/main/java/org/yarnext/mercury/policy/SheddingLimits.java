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
package org.yarnext.mercury.policy;

/** The queue limits in force on a node. Immutable; a negative limit means none. */
public final class SheddingLimits {
  /** No limits. */
  public static final SheddingLimits NONE = new SheddingLimits(-1, -1);

  private final int maxLength;
  private final long maxWaitMs;

  /**
   * Creates limits.
   *
   * @param maxLength maximum number of waiting opportunistic containers; negative: no limit
   * @param maxWaitMs maximum estimated wait, in ms; negative: no limit
   */
  public SheddingLimits(int maxLength, long maxWaitMs) {
    this.maxLength = maxLength;
    this.maxWaitMs = maxWaitMs;
  }

  public int maxLength() {
    return maxLength;
  }

  public long maxWaitMs() {
    return maxWaitMs;
  }

  public boolean any() {
    return maxLength >= 0 || maxWaitMs >= 0;
  }
}
