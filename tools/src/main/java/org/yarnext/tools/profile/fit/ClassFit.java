// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile.fit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.elastic.policy.profile.TaskProfile;

/** Result of fitting one class of tasks: a profile, or the reason why there is none. Immutable. */
public final class ClassFit {
  private final TaskClassKey tasks;
  private final int runs;
  private final List<Long> sizesMb;
  private final TaskProfile profile;
  private final List<String> remarks;

  private ClassFit(
      TaskClassKey tasks, int runs, List<Long> sizesMb, TaskProfile profile, List<String> remarks) {
    this.tasks = tasks;
    this.runs = runs;
    this.sizesMb = Collections.unmodifiableList(new ArrayList<>(sizesMb));
    this.profile = profile;
    this.remarks = Collections.unmodifiableList(new ArrayList<>(remarks));
  }

  /**
   * Returns the fit of a class with a profile.
   *
   * @param runs number of runs
   * @param sizesMb container sizes of the compared runs, ascending
   * @param remarks omissions and caveats, a sentence each
   */
  static ClassFit made(
      TaskClassKey tasks, int runs, List<Long> sizesMb, TaskProfile profile, List<String> remarks) {
    return new ClassFit(tasks, runs, sizesMb, profile, remarks);
  }

  /**
   * Returns the fit of a class without a profile.
   *
   * @param why the reason, with the fix, as a sentence
   */
  static ClassFit refused(
      TaskClassKey tasks, int runs, List<Long> sizesMb, String why, List<String> remarks) {
    List<String> all = new ArrayList<>();
    all.add("No profile. " + why);
    all.addAll(remarks);
    return new ClassFit(tasks, runs, sizesMb, null, all);
  }

  public TaskClassKey tasks() {
    return tasks;
  }

  public int runs() {
    return runs;
  }

  public List<Long> sizesMb() {
    return sizesMb;
  }

  /** Returns the profile, or null if there is none. */
  public TaskProfile profile() {
    return profile;
  }

  public List<String> remarks() {
    return remarks;
  }
}
