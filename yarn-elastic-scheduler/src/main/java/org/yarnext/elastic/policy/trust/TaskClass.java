// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.trust;

import java.util.Objects;

/** A kind of task of one application, which may be a run of a recurring job. Immutable. */
public final class TaskClass {
  private final String application;
  private final String job;
  private final String name;
  private final String profile;

  /**
   * Creates a class without profile numbers.
   *
   * @param application its id; not null
   * @param job key of the recurring job's records; null if it is none
   * @param name such as map, reduce or a vertex; not null
   */
  public TaskClass(String application, String job, String name) {
    this(application, job, name, "");
  }

  /**
   * Creates a class.
   *
   * @param application its id; not null
   * @param job key of the recurring job's records; null if it is none
   * @param name such as map, reduce or a vertex; not null
   * @param profile the numbers of its profile if these may differ between runs; not null. Evidence
   *     with other numbers proves nothing about these, but distrust applies to the class
   */
  public TaskClass(String application, String job, String name, String profile) {
    this.profile = Objects.requireNonNull(profile, "profile");
    this.application = Objects.requireNonNull(application, "application");
    this.job = job;
    this.name = Objects.requireNonNull(name, "name");
  }

  /** Returns the application's id; never null. */
  public String application() {
    return application;
  }

  /** Returns this class as that of an application that is no run of a recurring job. */
  public TaskClass inItsApplication() {
    return new TaskClass(application, null, name, profile);
  }

  /** Returns the key of the recurring job; null if the application is no run of one. */
  String job() {
    return job;
  }

  String name() {
    return name;
  }

  String profile() {
    return profile;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TaskClass
        && ((TaskClass) other).application.equals(application)
        && Objects.equals(((TaskClass) other).job, job)
        && ((TaskClass) other).name.equals(name)
        && ((TaskClass) other).profile.equals(profile);
  }

  @Override
  public int hashCode() {
    return Objects.hash(application, job, name, profile);
  }

  @Override
  public String toString() {
    return application + (job == null ? "" : " (" + job + ")") + " " + name;
  }
}
