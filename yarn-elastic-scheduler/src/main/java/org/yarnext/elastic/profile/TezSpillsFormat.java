// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import java.util.Map;
import org.yarnext.elastic.policy.model.SpillModel;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;
import org.yarnext.elastic.policy.model.spill.TezSpills;

/** Reads and writes the profile fields of a Tez vertex with ordered input. */
final class TezSpillsFormat implements SawToothFormat.SpillsFormat {
  private static final ProfileField LOCAL =
      ProfileField.whole("localOutputs", "local", 0, 1_000_000);

  @Override
  public SpillModel read(ProfileFields fields) {
    double inputMb = fields.number(ShuffleFields.INPUT_MB);
    int outputs = (int) fields.number(ShuffleFields.OUTPUTS);
    int localOutputs = (int) fields.number(LOCAL, 0);
    long nonHeapMb = (long) fields.number(ShuffleFields.NON_HEAP_MB);
    ShuffleSettings settings = ShuffleFields.settings(fields, ShuffleSettings.TEZ);
    return fields.isRight()
        ? new TezSpills(inputMb, outputs, localOutputs, nonHeapMb, settings)
        : null;
  }

  @Override
  public boolean write(SpillModel spills, Map<String, Object> fields) {
    if (!(spills instanceof TezSpills)) {
      return false;
    }
    TezSpills tez = (TezSpills) spills;
    ShuffleFields.write(tez, fields);
    fields.put(LOCAL.name, tez.localOutputs());
    return true;
  }
}
