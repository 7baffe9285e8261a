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
package org.yarnext.elastic.rm.host;

import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.trust.TaskClass;
import org.yarnext.elastic.rm.job.JobDescriptor;

/** Finds how a job's tasks behave with less memory. Thread-safe. */
public interface ProfileSource {
  /**
   * The model of the tasks that a job asks for with this priority, or null if they are not to be
   * placed with less memory than asked for. From memory: never waits.
   *
   * @param priority tells the kind of task, as 20 does MapReduce's maps
   */
  ElasticityModel find(JobDescriptor job, int priority);

  /**
   * Whether the model is what the application says of itself, or was found by a name that it chose.
   * Where others are concerned, such a one counts only once its tasks have shown that it holds.
   */
  default boolean isClaimed(JobDescriptor job, int priority) {
    return false;
  }

  /**
   * Takes over what has changed where the profiles come from; called now and then, on a thread that
   * may wait.
   *
   * @return whether anything has changed
   */
  default boolean refresh() {
    return false;
  }

  /**
   * What trust in that model is filed under; asked only where there is one. Never null, never
   * waits.
   */
  default TaskClass taskClass(JobDescriptor job, int priority) {
    return new TaskClass(job.id().toString(), null, "priority " + priority);
  }
}
