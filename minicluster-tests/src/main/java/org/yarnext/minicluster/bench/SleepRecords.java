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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.yarnext.minicluster.AttemptRecord;
import org.yarnext.minicluster.JobRecord;
import org.yarnext.minicluster.SleepDag;

/** Makes the record of a DAG from what its sleeping tasks wrote, and checks that all have slept. */
final class SleepRecords {
  private SleepRecords() {}

  /**
   * @param tasks how many the DAG has
   * @param failure why the DAG failed; empty if it did not
   */
  static JobRecord of(
      String name, long submittedMs, int tasks, List<SleepDag.Sleep> sleeps, String failure) {
    List<AttemptRecord> attempts = new ArrayList<>();
    Set<String> ended = new HashSet<>();
    for (SleepDag.Sleep sleep : sleeps) {
      boolean toItsEnd = sleep.endMs > 0 && ended.add(sleep.task);
      attempts.add(
          new AttemptRecord(
              submittedMs,
              submittedMs,
              sleep.startMs,
              toItsEnd ? sleep.endMs : sleep.startMs,
              toItsEnd ? AttemptRecord.End.SUCCEEDED : AttemptRecord.End.KILLED,
              ""));
    }
    String why =
        !failure.isEmpty()
            ? failure
            : ended.size() == tasks ? "" : ended.size() + " of " + tasks + " tasks slept";
    if (!why.isEmpty()) {
      attempts.add(
          new AttemptRecord(
              submittedMs, submittedMs, -1, submittedMs, AttemptRecord.End.FAILED, why));
    }
    return new JobRecord(name, submittedMs, attempts);
  }
}
