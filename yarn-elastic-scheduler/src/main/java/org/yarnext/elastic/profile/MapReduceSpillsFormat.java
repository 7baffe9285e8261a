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
import org.yarnext.elastic.policy.model.MapReduceSpills;
import org.yarnext.elastic.policy.model.ShuffleSettings;
import org.yarnext.elastic.policy.model.SpillModel;

/** The fields of a MapReduce reducer. */
final class MapReduceSpillsFormat implements SpillsFormat {
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
