// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.job;

import java.util.Collections;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.TagProfiles;

/**
 * Describes a job to find its profile: its id, name, type, tags, user and queue, of which only the
 * queue may change. Thread-safe.
 */
public final class JobDescriptor {
  private static final String TEZ = "TEZ";

  private final ApplicationId id;
  private final String name;
  private final String framework;
  private final Set<String> tags;
  private final String user;
  private final Supplier<String> queue;

  /** Null until needed. */
  private volatile Profiles claimed;

  /**
   * Creates a job.
   *
   * @param id not null
   * @param name as submitted; null counts as empty
   * @param framework the application type, such as {@code MAPREDUCE}; null counts as empty
   * @param tags null counts as none
   * @param user the submitter; null counts as empty
   */
  public JobDescriptor(
      ApplicationId id, String name, String framework, Set<String> tags, String user) {
    this(id, name, framework, tags, user, () -> "");
  }

  private JobDescriptor(
      ApplicationId id,
      String name,
      String framework,
      Set<String> tags,
      String user,
      Supplier<String> queue) {
    this.queue = queue;
    this.id = Objects.requireNonNull(id, "id");
    this.name = name == null ? "" : name;
    this.framework = framework == null ? "" : framework;
    this.tags =
        tags == null ? Collections.emptySet() : Collections.unmodifiableSet(new HashSet<>(tags));
    this.user = user == null ? "" : user;
  }

  /**
   * Creates the job of an application.
   *
   * @param queue supplies the path of its current queue
   */
  public static JobDescriptor of(RMApp app, Supplier<String> queue) {
    return new JobDescriptor(
        app.getApplicationId(),
        app.getName(),
        app.getApplicationType(),
        app.getApplicationTags(),
        app.getUser(),
        queue);
  }

  public ApplicationId id() {
    return id;
  }

  public String name() {
    return name;
  }

  /** Returns the application type; never null. */
  public String framework() {
    return framework;
  }

  /** Returns the tags; unmodifiable. */
  public Set<String> tags() {
    return tags;
  }

  /** Returns the profiles in its tags, which are read once; never null. */
  public Profiles claimedProfiles() {
    Profiles read = claimed;
    if (read == null) {
      read = TagProfiles.read(framework, tags).profiles();
      claimed = read;
    }
    return read;
  }

  /** Returns the user who submitted it; never null. */
  public String user() {
    return user;
  }

  /** Returns the path of its current queue; empty if unknown. */
  public String queue() {
    return queue.get();
  }

  private boolean isMapReduce() {
    return framework.equalsIgnoreCase(TaskProfile.MAPREDUCE);
  }

  /**
   * Returns whether a container runs one task and ends with it, so that its run time is the task's.
   */
  public boolean runsOneTaskPerContainer() {
    return isMapReduce();
  }

  /** Returns whether a container continues with another task, until none is left for it. */
  public boolean reusesContainers() {
    return framework.equalsIgnoreCase(TEZ);
  }

  /**
   * Returns whether requests of this priority may never be shrunk: a map that failed once gets full
   * size.
   */
  public boolean isRetry(int priority) {
    return priority == TaskProfile.FAILED_MAP_PRIORITY && isMapReduce();
  }

  /** Returns whether running tasks of this priority wait for those that are {@link #isMap}. */
  public boolean awaitsMaps(int priority) {
    return priority == TaskProfile.REDUCE_PRIORITY && isMapReduce();
  }

  /**
   * Returns whether tasks of this priority of a MapReduce job are maps, for the first time or
   * again.
   */
  boolean isMap(int priority) {
    return priority == TaskProfile.MAP_PRIORITY || priority == TaskProfile.FAILED_MAP_PRIORITY;
  }

  /**
   * Returns the priority of the tasks with the same run time as those of this one: a failed map is
   * a map.
   */
  public int runsAs(int priority) {
    return isRetry(priority) ? TaskProfile.MAP_PRIORITY : priority;
  }
}
