// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile.fit;

import java.util.Locale;
import java.util.Objects;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.tools.TerminalText;

/**
 * Identity of the tasks that one profile is for: a recurring job, and one of its task classes.
 * Immutable.
 */
public final class TaskClassKey implements Comparable<TaskClassKey> {
  private final String jobs;
  private final String framework;
  private final String task;

  public TaskClassKey(String jobs, String framework, String task) {
    this.jobs = jobs;
    this.framework = framework;
    this.task = task;
  }

  /** Creates the identity of the tasks that a profile is for. */
  public TaskClassKey(TaskProfile profile) {
    this(profile.jobPattern(), profile.framework(), profile.taskClass());
  }

  /** Returns the pattern of the names of the runs' jobs. */
  public String jobs() {
    return jobs;
  }

  public String framework() {
    return framework;
  }

  public String task() {
    return task;
  }

  private String sortKey() {
    return jobs + "\n" + framework + "\n" + task.toLowerCase(Locale.ROOT);
  }

  @Override
  public int compareTo(TaskClassKey other) {
    return sortKey().compareTo(other.sortKey());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TaskClassKey && sortKey().equals(((TaskClassKey) other).sortKey());
  }

  @Override
  public int hashCode() {
    return Objects.hash(sortKey());
  }

  /** Returns the job and the task, for messages. */
  @Override
  public String toString() {
    return TerminalText.of(jobs + ", " + task);
  }
}
