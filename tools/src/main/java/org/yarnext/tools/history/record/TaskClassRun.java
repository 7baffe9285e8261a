// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;

/** Measurements of the tasks of one class in one finished run of a job. Immutable. */
public final class TaskClassRun {
  private final String job;
  private final String id;
  private final String framework;
  private final String taskClass;
  private final int priority;
  private final boolean merges;
  private final long requestedMb;
  private final long heapMb;
  private final ShuffleSettings settings;
  private final SparkSort sort;
  private final String obstacle;
  private final String doubt;
  private final List<TaskSizeSummary> sizes;
  private final long endMs;

  private TaskClassRun(Builder builder) {
    this.job = builder.job;
    this.id = builder.id;
    this.framework = builder.framework;
    this.taskClass = builder.taskClass;
    this.priority = builder.priority;
    this.merges = builder.merges;
    this.requestedMb = builder.requestedMb;
    this.heapMb = builder.heapMb;
    this.settings = builder.settings;
    this.sort = builder.sort;
    this.obstacle = builder.obstacle;
    this.doubt = builder.doubt;
    this.endMs = builder.endMs;
    List<TaskSizeSummary> all = new ArrayList<>(builder.sizes);
    builder.samples.values().forEach(samples -> all.add(new TaskSizeSummary(samples)));
    this.sizes = Collections.unmodifiableList(all);
  }

  /** Returns the application's name, which profiles match; never null. */
  public String job() {
    return job;
  }

  /** Returns the id of the run, for messages; never null. */
  public String id() {
    return id;
  }

  /** Returns the application type in upper case; never null. */
  public String framework() {
    return framework;
  }

  /** Returns {@code map}, {@code reduce}, {@code executor} or a vertex name; never null. */
  public String taskClass() {
    return taskClass;
  }

  /** Returns the priority of the tasks' requests; 0 or more. */
  public int priority() {
    return priority;
  }

  /**
   * Returns true if the tasks merge fetched outputs or are Spark's, false if they only sort their
   * own.
   */
  public boolean merges() {
    return merges;
  }

  /** Returns the requested memory of a task, in MB; above 0. */
  public long requestedMb() {
    return requestedMb;
  }

  /** Returns the heap of a task that got its requested memory, in MB; above 0. */
  public long heapMb() {
    return heapMb;
  }

  /** Returns the shuffle's settings, which matter only for tasks that merge; never null. */
  public ShuffleSettings settings() {
    return settings;
  }

  /** Returns what the tasks of a Spark application need; null for other frameworks. */
  public SparkSort sort() {
    return sort;
  }

  /**
   * Returns why no profile can be made of the run, with the fix, as a sentence; null if one can.
   */
  public String obstacle() {
    return obstacle;
  }

  /**
   * Returns the assumptions about the run, with their fixes, in sentences; null if there are none.
   */
  public String doubt() {
    return doubt;
  }

  /** Returns the tasks by container size, full size first; empty if no task had any work. */
  public List<TaskSizeSummary> sizes() {
    return sizes;
  }

  /** Returns the text that distinguishes it from all other runs; never null. */
  public String key() {
    return id + " " + taskClass;
  }

  /** Returns when its job ended, in ms since 1970; 0 if unknown. */
  public long endMs() {
    return endMs;
  }

  /** Returns the run with the time when its job ended, in ms since 1970. */
  public TaskClassRun endedAt(long ms) {
    return new Builder(this).endedAt(ms).build();
  }

  /** Builds a run. Not thread-safe. */
  public static final class Builder {
    private final String job;
    private final String id;
    private final String framework;
    private final String taskClass;
    private final Map<Long, List<TaskSample>> samples = new TreeMap<>();
    private final List<TaskSizeSummary> sizes = new ArrayList<>();
    private int priority;
    private boolean merges;
    private long requestedMb = 1;
    private long heapMb = 1;
    private ShuffleSettings settings = ShuffleSettings.MAPREDUCE;
    private SparkSort sort;
    private String obstacle;
    private String doubt;
    private long endMs;

    public Builder(String job, String id, String framework, String taskClass) {
      this.job = job;
      this.id = id;
      this.framework = framework;
      this.taskClass = taskClass;
    }

    private Builder(TaskClassRun run) {
      this(run.job, run.id, run.framework, run.taskClass);
      priority = run.priority;
      merges = run.merges;
      requestedMb = run.requestedMb;
      heapMb = run.heapMb;
      settings = run.settings;
      sort = run.sort;
      obstacle = run.obstacle;
      doubt = run.doubt;
      endMs = run.endMs;
      sizes.addAll(run.sizes);
    }

    public Builder priority(int value) {
      priority = value;
      return this;
    }

    public Builder memory(long asked, long heap) {
      requestedMb = asked;
      heapMb = heap;
      return this;
    }

    /** Marks the tasks as merging fetched outputs. */
    public Builder merging(ShuffleSettings value) {
      merges = true;
      settings = value;
      return this;
    }

    /** Marks the tasks as executors of Spark. */
    public Builder spark(SparkSort value) {
      merges = true;
      sort = value;
      return this;
    }

    /** Sets why no profile can be made, unless a reason was set before. */
    public Builder obstacle(String sentence) {
      obstacle = obstacle == null ? sentence : obstacle;
      return this;
    }

    /** Adds an assumption. */
    public Builder doubt(String sentence) {
      doubt = doubt == null ? sentence : doubt + " " + sentence;
      return this;
    }

    /** Sets when the job ended, in ms since 1970. */
    public Builder endedAt(long ms) {
      endMs = ms;
      return this;
    }

    /** Adds tasks of one size, in the order of {@link TaskClassRun#sizes}. */
    Builder add(TaskSizeSummary tasks) {
      sizes.add(tasks);
      return this;
    }

    public Builder add(TaskSample sample) {
      samples.computeIfAbsent(sample.lostMb, size -> new ArrayList<>()).add(sample);
      return this;
    }

    public TaskClassRun build() {
      return new TaskClassRun(this);
    }
  }
}
