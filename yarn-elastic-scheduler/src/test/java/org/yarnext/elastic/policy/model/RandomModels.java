// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

import java.util.Random;
import org.yarnext.elastic.policy.model.spill.MapReduceSpills;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;
import org.yarnext.elastic.policy.model.spill.SparkSpills;
import org.yarnext.elastic.policy.model.spill.TezSpills;

/** Makes models of every kind with sensible parameters. */
final class RandomModels {
  private RandomModels() {}

  static SpillModel spills(Random random) {
    int outputs = 1 + random.nextInt(500);
    double inputMb = 20 + random.nextInt(5000);
    double fittingMb = Math.min(inputMb, outputs * 500.0);
    long nonHeapMb = random.nextInt(400);
    switch (random.nextInt(3)) {
      case 0:
        return new MapReduceSpills(fittingMb, outputs, nonHeapMb, settings(random));
      case 1:
        int local = random.nextInt(outputs);
        return new TezSpills(fittingMb, outputs, local, nonHeapMb, settings(random));
      default:
        return new SparkSpills(
            inputMb,
            0.5 + 4 * random.nextDouble(),
            1 + random.nextInt(4),
            nonHeapMb,
            0.3f + 0.7f * random.nextFloat(),
            1);
    }
  }

  private static ShuffleSettings settings(Random random) {
    float[] retained = {0, 1, random.nextFloat()};
    return new ShuffleSettings(
        0.5f + 0.5f * random.nextFloat(),
        0.05f + 0.3f * random.nextFloat(),
        0.5f + 0.5f * random.nextFloat(),
        retained[random.nextInt(3)],
        2 + random.nextInt(30));
  }

  static ElasticityModel model(Random random) {
    double idealMs = 1000 + random.nextInt(100_000);
    if (random.nextInt(4) == 0) {
      double outputMb = random.nextInt(4) == 0 ? StepModel.UNKNOWN : random.nextInt(500);
      return new StepModel(100 + random.nextInt(4000), idealMs, 1 + random.nextDouble(), outputMb);
    }
    double rate = random.nextInt(5) == 0 ? SawToothModel.UNLIMITED : 1 + random.nextInt(200);
    return new SawToothModel(spills(random), idealMs, rate);
  }
}
