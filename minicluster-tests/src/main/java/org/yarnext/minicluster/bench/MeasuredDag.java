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
package org.yarnext.minicluster.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** One run of a DAG: what was estimated of its tasks. Immutable. */
final class MeasuredDag {
  final String title;

  /** Whether nothing was known of earlier runs. */
  final boolean first;

  final List<EstimateRecord> records;

  MeasuredDag(String title, boolean first, List<EstimateRecord> records) {
    this.title = title;
    this.first = first;
    this.records = Collections.unmodifiableList(new ArrayList<>(records));
  }

  /** For a line of progress: our estimates as tasks begin. */
  String summary() {
    List<EstimateRecord> started =
        records.stream()
            .filter(r -> r.question == EstimateRecord.Question.STARTED)
            .collect(Collectors.toList());
    EstimateErrors ours = new EstimateErrors(started, 0);
    return String.format(
        "%d tasks, off by %s in the median as they began", started.size(), ours.percent(50));
  }
}
