// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import java.util.Map;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.StepModel;

/**
 * Format of profiles with one run time below the ideal memory, such as those of mappers: {@code
 * step}.
 */
final class StepFormat implements ModelFormat {
  static final ProfileField IDEAL_MS = ProfileField.decimal("idealMs", "ms", 1, 30L * 86_400_000);
  private static final ProfileField IDEAL_MB = ProfileField.whole("idealMb", "ideal", 1, 1 << 24);
  private static final ProfileField PENALTY =
      ProfileField.decimal("undersized", "undersized", 1, 100);
  private static final ProfileField OUTPUT_MB =
      ProfileField.decimal("outputMb", "output", 0, 1 << 24);

  @Override
  public String name() {
    return "step";
  }

  @Override
  public ElasticityModel read(ProfileFields fields) {
    return new StepModel(
        (long) fields.number(IDEAL_MB),
        fields.number(IDEAL_MS),
        fields.number(PENALTY),
        fields.number(OUTPUT_MB, StepModel.UNKNOWN));
  }

  @Override
  public boolean write(ElasticityModel model, Map<String, Object> fields) {
    if (!(model instanceof StepModel)) {
      return false;
    }
    StepModel step = (StepModel) model;
    fields.put(IDEAL_MB.name, step.idealMemoryMb());
    fields.put(IDEAL_MS.name, step.idealMs());
    fields.put(PENALTY.name, step.penalty());
    if (step.knowsDiskUse()) {
      fields.put(OUTPUT_MB.name, step.outputMb());
    }
    return true;
  }
}
