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
