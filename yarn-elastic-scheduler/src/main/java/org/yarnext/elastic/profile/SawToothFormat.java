// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import java.util.Map;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.SawToothModel;
import org.yarnext.elastic.policy.model.SpillModel;

/** Format of profiles of tasks that spill: {@code mapreduce}, {@code tez} and {@code spark}. */
final class SawToothFormat implements ModelFormat {
  static final ModelFormat MAPREDUCE = new SawToothFormat("mapreduce", new MapReduceSpillsFormat());
  static final ModelFormat TEZ = new SawToothFormat("tez", new TezSpillsFormat());
  static final ModelFormat SPARK = new SawToothFormat("spark", new SparkSpillsFormat());

  private static final ProfileField RATE =
      ProfileField.decimal("spillMbPerSecond", "rate", 0.01, 1e6);

  /** Format of a task's spills in a profile; the part in which saw-tooth models differ. */
  interface SpillsFormat {
    /** Reads it; as {@link ModelFormat#read}. */
    SpillModel read(ProfileFields fields);

    /** Adds its fields and returns true, or false if it is of another kind. */
    boolean write(SpillModel spills, Map<String, Object> fields);
  }

  private final String name;
  private final SpillsFormat spillsFormat;

  private SawToothFormat(String name, SpillsFormat spillsFormat) {
    this.name = name;
    this.spillsFormat = spillsFormat;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ElasticityModel read(ProfileFields fields) {
    double idealMs = fields.number(StepFormat.IDEAL_MS);
    double rate = fields.numberOrUnlimited(RATE);
    SpillModel spills = spillsFormat.read(fields);
    return fields.isRight() ? new SawToothModel(spills, idealMs, rate) : null;
  }

  @Override
  public boolean write(ElasticityModel model, Map<String, Object> fields) {
    if (!(model instanceof SawToothModel)) {
      return false;
    }
    SawToothModel sawTooth = (SawToothModel) model;
    if (!spillsFormat.write(sawTooth.spills(), fields)) {
      return false;
    }
    fields.put(StepFormat.IDEAL_MS.name, sawTooth.idealMs());
    double rate = sawTooth.spillMbPerSecond();
    fields.put(RATE.name, rate == SawToothModel.UNLIMITED ? (Object) "unlimited" : (Object) rate);
    return true;
  }
}
