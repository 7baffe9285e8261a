// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds the profile of a task: the first one that matches, in the order given. Immutable.
 *
 * <p>A pattern that is more exact does not come first by itself; put it first. A search by priority
 * compares only patterns of several names, since a file may have one name for each of thousands of
 * jobs.
 */
public final class Profiles {
  /** No profiles. */
  public static final Profiles NONE = new Profiles(Collections.emptyList());

  private final List<TaskProfile> inOrder;

  /** Position of the first profile of one name, by framework, priority and name. */
  private final Map<List<Object>, Integer> ofOneName = new HashMap<>();

  /** Positions of all others, in order, by framework and priority. */
  private final Map<List<Object>, List<Integer>> ofSeveral = new HashMap<>();

  /**
   * @param inOrder not null, without null; copied
   */
  public Profiles(List<TaskProfile> inOrder) {
    this.inOrder = Collections.unmodifiableList(new ArrayList<>(inOrder));
    for (int at = 0; at < this.inOrder.size(); at++) {
      TaskProfile each = this.inOrder.get(at);
      if (each.isForOneName()) {
        ofOneName.putIfAbsent(
            Arrays.asList(each.framework(), each.priority(), each.jobPattern()), at);
      } else {
        ofSeveral
            .computeIfAbsent(
                Arrays.asList(each.framework(), each.priority()), k -> new ArrayList<>())
            .add(at);
      }
    }
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
    if (framework == null) {
      return null;
    }
    String name = jobName == null ? "" : jobName;
    String type = framework.toUpperCase(Locale.ROOT);
    Integer first = ofOneName.get(Arrays.asList(type, priority, name));
    for (int at : ofSeveral.getOrDefault(Arrays.asList(type, priority), Collections.emptyList())) {
      if (first != null && first < at) {
        break;
      }
      if (inOrder.get(at).isFor(name, framework)) {
        return inOrder.get(at);
      }
    }
    return first == null ? null : inOrder.get(first);
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
