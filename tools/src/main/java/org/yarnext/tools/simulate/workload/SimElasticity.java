// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload;

import java.util.Objects;
import org.yarnext.elastic.policy.model.ElasticityModel;

/**
 * Run times of a stage's tasks with less memory, as they truly are and as the scheduler estimates
 * them. The two differ in studies of mis-estimation (YARN-ME section 6.2). Immutable.
 */
public final class SimElasticity {
  private final ElasticityModel trueModel;
  private final ElasticityModel estimatedModel;

  public SimElasticity(ElasticityModel trueModel, ElasticityModel estimatedModel) {
    this.trueModel = Objects.requireNonNull(trueModel, "trueModel");
    this.estimatedModel = Objects.requireNonNull(estimatedModel, "estimatedModel");
  }

  /** Returns an elasticity that the scheduler knows exactly. */
  public static SimElasticity known(ElasticityModel model) {
    return new SimElasticity(model, model);
  }

  public ElasticityModel trueModel() {
    return trueModel;
  }

  public ElasticityModel estimatedModel() {
    return estimatedModel;
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
