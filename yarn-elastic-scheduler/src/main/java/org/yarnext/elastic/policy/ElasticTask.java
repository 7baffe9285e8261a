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
package org.yarnext.elastic.policy;

import org.yarnext.elastic.policy.model.ElasticityModel;

/** One waiting task of one application, as the policy sees it. Immutable. */
public final class ElasticTask {
  private final long askedMb;
  private final int vcores;
  private final ElasticityModel model;
  private final long leastMb;
  private final long stepMb;

  /**
   * @param askedMb what the application asks for
   * @param vcores what the application asks for
   * @param model null if none is known, which keeps the task at its size
   * @param leastMb the least it may be given: its share of the ideal memory, the floor of its heap
   *     and the scheduler's minimum allocation; a multiple of {@code stepMb}
   * @param stepMb the scheduler's allocation step, 1 or more
   * @throws IllegalArgumentException if the step, the least or the asked memory is below 1
   */
  public ElasticTask(long askedMb, int vcores, ElasticityModel model, long leastMb, long stepMb) {
    if (askedMb < 1 || leastMb < 1 || stepMb < 1) {
      throw new IllegalArgumentException(
          "askedMb=" + askedMb + " leastMb=" + leastMb + " stepMb=" + stepMb + ": below 1");
    }
    this.askedMb = askedMb;
    this.vcores = vcores;
    this.model = model;
    this.leastMb = leastMb;
    this.stepMb = stepMb;
  }

  public long askedMb() {
    return askedMb;
  }

  public int vcores() {
    return vcores;
  }

  /** How long the task takes with which memory; null if unknown. */
  public ElasticityModel model() {
    return model;
  }

  public long leastMb() {
    return leastMb;
  }

  public long stepMb() {
    return stepMb;
  }
}
