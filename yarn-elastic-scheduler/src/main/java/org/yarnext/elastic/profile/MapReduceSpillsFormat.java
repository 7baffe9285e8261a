// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import java.util.Map;
import org.yarnext.elastic.policy.model.SpillModel;
import org.yarnext.elastic.policy.model.spill.MapReduceSpills;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;

/** Reads and writes the profile fields of a MapReduce reducer. */
final class MapReduceSpillsFormat implements SawToothFormat.SpillsFormat {
  @Override
  public SpillModel read(ProfileFields fields) {
    double inputMb = fields.number(ShuffleFields.INPUT_MB);
    int outputs = (int) fields.number(ShuffleFields.OUTPUTS);
    long nonHeapMb = (long) fields.number(ShuffleFields.NON_HEAP_MB);
    ShuffleSettings settings = ShuffleFields.settings(fields, ShuffleSettings.MAPREDUCE);
    return fields.isRight() ? new MapReduceSpills(inputMb, outputs, nonHeapMb, settings) : null;
  }

  @Override
  public boolean write(SpillModel spills, Map<String, Object> fields) {
    if (!(spills instanceof MapReduceSpills)) {
      return false;
    }
    ShuffleFields.write((MapReduceSpills) spills, fields);
    return true;
  }
}
