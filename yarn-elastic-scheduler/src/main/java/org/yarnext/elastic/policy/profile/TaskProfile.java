// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.profile;

import java.util.Locale;
import java.util.Objects;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.FitQuality;

/**
 * Describes one class of tasks of one kind of job: how to recognise them, and how they run with
 * less memory (the metadata of YARN-ME, section 3.2). Immutable.
 */
public final class TaskProfile {
  /** The application type of MapReduce. */
  public static final String MAPREDUCE = "MAPREDUCE";

  /** The priority at which MapReduce requests failed maps again; never elastic. */
  public static final int FAILED_MAP_PRIORITY = 5;

  /** The priority at which MapReduce requests maps for the first time. */
  public static final int MAP_PRIORITY = 20;

  /** The priority at which MapReduce requests reducers. */
  public static final int REDUCE_PRIORITY = 10;

  private final NamePattern jobs;
  private final String framework;
  private final String taskClass;
  private final int priority;
  private final ElasticityModel model;
  private final FitQuality quality;

  /**
   * Creates a profile.
   *
   * @param jobPattern matches the job names, with {@code *} and {@code ?}; not null
   * @param framework the application type in any case, such as {@code MAPREDUCE}; not null
   * @param taskClass map, reduce or a vertex name, in any case; not null
   * @param priority of the requests for such tasks in YARN, 0 or more
   * @param model not null
   * @param quality not null
   * @throws IllegalArgumentException if the priority is negative or that of failed maps
   */
  public TaskProfile(
      String jobPattern,
      String framework,
      String taskClass,
      int priority,
      ElasticityModel model,
      FitQuality quality) {
    this.jobs = new NamePattern(jobPattern);
    this.framework = framework.toUpperCase(Locale.ROOT);
    this.taskClass = Objects.requireNonNull(taskClass, "taskClass");
    this.priority = priority;
    this.model = Objects.requireNonNull(model, "model");
    this.quality = Objects.requireNonNull(quality, "quality");
    if (priority < 0) {
      throw new IllegalArgumentException("the priority is " + priority + " and must be 0 or more");
    }
    if (this.framework.equals(MAPREDUCE) && priority == FAILED_MAP_PRIORITY) {
      throw new IllegalArgumentException(
          "the priority is 5, at which MapReduce asks again for failed maps; maps have 20,"
              + " reducers 10");
    }
  }

  /**
   * Returns the priority at which a stock application master requests such tasks.
   *
   * @param framework the application type in any case; not null
   * @param taskClass in any case; not null
   * @return -1 if it differs from job to job
   */
  public static int usualPriority(String framework, String taskClass) {
    if (!framework.equalsIgnoreCase(MAPREDUCE)) {
      return -1;
    }
    if (taskClass.equalsIgnoreCase("map")) {
      return MAP_PRIORITY;
    }
    return taskClass.equalsIgnoreCase("reduce") ? REDUCE_PRIORITY : -1;
  }

  /** Returns whether it is for jobs of one name alone. */
  boolean isForOneName() {
    return jobs.isOneName();
  }

  boolean isFor(String jobName, String type) {
    return framework.equalsIgnoreCase(type) && jobs.matches(jobName);
  }

  /** Returns the pattern of the job names; never null. */
  public String jobPattern() {
    return jobs.toString();
  }

  /** Returns the application type in upper case; never null. */
  public String framework() {
    return framework;
  }

  /** Returns map, reduce or a vertex name, compared without regard to case; never null. */
  public String taskClass() {
    return taskClass;
  }

  /** Returns the priority of the requests for such tasks in YARN; 0 or more. */
  public int priority() {
    return priority;
  }

  /** Returns the model of the run time with less memory; never null. */
  public ElasticityModel model() {
    return model;
  }

  /** Returns how closely the model matched the runs it was compared with; never null. */
  public FitQuality quality() {
    return quality;
  }

  @Override
  public String toString() {
    return "job \""
        + jobs
        + "\", "
        + framework
        + ", "
        + taskClass
        + ", priority "
        + priority
        + ": "
        + model
        + ", "
        + quality;
  }
}
