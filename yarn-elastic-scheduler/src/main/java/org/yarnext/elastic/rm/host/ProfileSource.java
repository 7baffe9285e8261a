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

/** Provides the models of a job's tasks with less memory. Thread-safe. */
public interface ProfileSource {
  /**
   * Returns the model of the tasks that a job requests with this priority, or null if they must get
   * their full memory. Never blocks.
   *
   * @param priority identifies the kind of task, such as 20 for MapReduce's maps
   */
  ElasticityModel find(JobDescriptor job, int priority);

  /**
   * Returns whether the model comes from the application itself, or was found by a name that it
   * chose. For decisions about other jobs, such a model counts only once its tasks have proved it.
   */
  default boolean isClaimed(JobDescriptor job, int priority) {
    return false;
  }

  /**
   * Applies changes at the source of the profiles; called periodically, on a thread that may block.
   *
   * @return whether anything has changed
   */
  default boolean refresh() {
    return false;
  }

  /**
   * Returns the key of the trust in that model; called only if there is a model. Never null, never
   * blocks.
   */
  default TaskClass taskClass(JobDescriptor job, int priority) {
    return new TaskClass(job.id().toString(), null, "priority " + priority);
  }
}
