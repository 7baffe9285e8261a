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
 * Elasticity of tasks, how they run with less memory: truly, and as the scheduler is told. The two
 * differ where mis-estimation is studied (YARN-ME section 6.2). Immutable.
 */
public final class SimElasticity {
  private final ElasticityModel trueModel;
  private final ElasticityModel told;

  public SimElasticity(ElasticityModel trueModel, ElasticityModel told) {
    this.trueModel = Objects.requireNonNull(trueModel, "trueModel");
    this.told = Objects.requireNonNull(told, "told");
  }

  /** The scheduler is told the truth. */
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
   * How many times longer than with its ideal memory a task truly runs.
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
