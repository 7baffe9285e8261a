// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import java.util.Map;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;
import org.yarnext.elastic.policy.model.spill.ShuffleSpills;

/** Fields shared by the reducers of MapReduce and Tez. Stateless. */
final class ShuffleFields {
  static final ProfileField INPUT_MB = ProfileField.decimal("inputMb", "input", 0.001, 1 << 24);
  static final ProfileField OUTPUTS = ProfileField.whole("mapOutputs", "outputs", 1, 1_000_000);
  static final ProfileField NON_HEAP_MB = ProfileField.whole("nonHeapMb", "nonheap", 0, 1 << 20);
  private static final ProfileField BUFFER = ProfileField.decimal("buffer", "buffer", 0.001, 1);
  private static final ProfileField SINGLE =
      ProfileField.decimal("singleOutput", "single", 0.001, 1);
  private static final ProfileField MERGE = ProfileField.decimal("merge", "merge", 0.01, 1);
  private static final ProfileField RETAIN = ProfileField.decimal("retain", "retain", 0, 1);
  private static final ProfileField SORT_FACTOR =
      ProfileField.whole("sortFactor", "factor", 2, 10_000);

  private ShuffleFields() {}

  static ShuffleSettings settings(ProfileFields fields, ShuffleSettings dflt) {
    float buffer = fields.share(BUFFER, dflt.buffer());
    float single = fields.share(SINGLE, dflt.single());
    float merge = fields.share(MERGE, dflt.merge());
    float retain = fields.share(RETAIN, dflt.retain());
    int sortFactor = (int) fields.number(SORT_FACTOR, dflt.sortFactor());
    return fields.isRight() ? new ShuffleSettings(buffer, single, merge, retain, sortFactor) : dflt;
  }

  static void write(ShuffleSpills spills, Map<String, Object> fields) {
    fields.put(INPUT_MB.name, spills.inputMb());
    fields.put(OUTPUTS.name, spills.outputs());
    fields.put(NON_HEAP_MB.name, spills.nonHeapMb());
    ShuffleSettings settings = spills.settings();
    fields.put(BUFFER.name, settings.buffer());
    fields.put(SINGLE.name, settings.single());
    fields.put(MERGE.name, settings.merge());
    fields.put(RETAIN.name, settings.retain());
    fields.put(SORT_FACTOR.name, settings.sortFactor());
  }
}
