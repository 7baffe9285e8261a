// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import java.util.Map;
import org.yarnext.elastic.policy.model.SpillModel;

/** Format of a task's spills in a profile; the part in which saw-tooth models differ. */
interface SpillsFormat {
  /** Reads it; as {@link ModelFormat#read}. */
  SpillModel read(ProfileFields fields);

  /** Adds its fields and returns true, or false if it is of another kind. */
  boolean write(SpillModel spills, Map<String, Object> fields);
}
