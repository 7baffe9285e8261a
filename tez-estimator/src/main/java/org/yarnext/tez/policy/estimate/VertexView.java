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
package org.yarnext.tez.policy.estimate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** View of one vertex's tasks at one moment. Immutable. */
public final class VertexView {
  private final List<AttemptRun> ended;
  private final List<AttemptRun> running;

  /** Made at its first use, since it is costly and often not asked for; negative until then. */
  private volatile double msPerByte = -1;

  /** The same. */
  private volatile double firstExtraMs = -1;

  /**
   * @param ended attempts that succeeded
   * @param running attempts that still run, and those that ended without success: all that is known
   *     of them is that they take longer
   */
  public VertexView(List<AttemptRun> ended, List<AttemptRun> running) {
    this.ended = Collections.unmodifiableList(new ArrayList<>(ended));
    this.running = Collections.unmodifiableList(new ArrayList<>(running));
  }

  public List<AttemptRun> ended() {
    return ended;
  }

  public List<AttemptRun> running() {
    return running;
  }

  /** How run time grows with input among those that succeeded, see {@link SizeTrendEstimator}. */
  double msPerByte() {
    if (msPerByte < 0) {
      msPerByte = SizeTrendEstimator.msPerByte(ended);
    }
    return msPerByte;
  }

  /** How much longer the first task of a container ran among those, see {@link WarmUpEstimator}. */
  double firstExtraMs() {
    if (firstExtraMs < 0) {
      firstExtraMs = WarmUpEstimator.extraMs(Collections.singletonList(ended));
    }
    return firstExtraMs;
  }
}
