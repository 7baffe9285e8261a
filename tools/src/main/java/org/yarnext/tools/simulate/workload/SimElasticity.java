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
package org.yarnext.tools.simulate.workload;

import java.util.Objects;
import org.yarnext.elastic.policy.model.ElasticityModel;

/**
 * Run time of tasks with less memory: the true one, and the scheduler's estimate. The two differ in
 * studies of mis-estimation (YARN-ME section 6.2). Immutable.
 */
public final class SimElasticity {
  private final ElasticityModel trueModel;
  private final ElasticityModel told;

  public SimElasticity(ElasticityModel trueModel, ElasticityModel told) {
    this.trueModel = Objects.requireNonNull(trueModel, "trueModel");
    this.told = Objects.requireNonNull(told, "told");
  }

  /** Returns an elasticity that the scheduler knows exactly. */
  public static SimElasticity known(ElasticityModel model) {
    return new SimElasticity(model, model);
  }

  public ElasticityModel trueModel() {
    return trueModel;
  }

  public ElasticityModel told() {
    return told;
  }

  /**
   * Returns the true run time relative to that with the ideal memory.
   *
   * @param grantedMb above 0
   * @return 1 or more
   */
  public double slowdown(long grantedMb) {
    return grantedMb >= trueModel.idealMemoryMb()
        ? 1
        : trueModel.runTimeMs(grantedMb) / trueModel.runTimeMs(trueModel.idealMemoryMb());
  }
}
