// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.host;

import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.trust.TaskClass;
import org.yarnext.elastic.rm.job.JobDescriptor;

/** Source of profiles: provides the model of a task's run time with less memory. Thread-safe. */
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
