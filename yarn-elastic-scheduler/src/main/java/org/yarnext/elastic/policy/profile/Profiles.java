// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.profile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Finds the profile of a task: the first one that matches, in the order given. Immutable.
 *
 * <p>A pattern that is more exact does not come first by itself; put it first.
 */
public final class Profiles {
  /** No profiles. */
  public static final Profiles NONE = new Profiles(Collections.emptyList());

  private final List<TaskProfile> inOrder;

  /**
   * @param inOrder not null, without null; copied
   */
  public Profiles(List<TaskProfile> inOrder) {
    this.inOrder = Collections.unmodifiableList(new ArrayList<>(inOrder));
  }

  /**
   * Finds the profile of a class of tasks.
   *
   * @param jobName the application's name; null is taken as empty
   * @param framework the application type, in any case; may be null
   * @param taskClass map, reduce or a vertex name, in any case; may be null
   * @return null if there is none
   */
  public TaskProfile find(String jobName, String framework, String taskClass) {
    String name = jobName == null ? "" : jobName;
    for (TaskProfile profile : inOrder) {
      if (profile.taskClass().equalsIgnoreCase(taskClass) && profile.isFor(name, framework)) {
        return profile;
      }
    }
    return null;
  }

  /**
   * Finds the profile of the tasks requested at a priority.
   *
   * @param jobName the application's name; null is taken as empty
   * @param framework the application type, in any case; may be null
   * @param priority of the request
   * @return null if there is none
   */
  public TaskProfile findByPriority(String jobName, String framework, int priority) {
    String name = jobName == null ? "" : jobName;
    for (TaskProfile profile : inOrder) {
      if (profile.priority() == priority && profile.isFor(name, framework)) {
        return profile;
      }
    }
    return null;
  }

  /** Returns all profiles in order; unmodifiable, never null. */
  public List<TaskProfile> all() {
    return inOrder;
  }

  @Override
  public String toString() {
    return inOrder.toString();
  }
}
