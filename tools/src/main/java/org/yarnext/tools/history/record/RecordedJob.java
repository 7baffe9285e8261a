// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.UserJob;

/**
 * A finished job in its history: its submission time, and the run time of each task. Compact, so
 * that a million tasks fit in memory. Immutable.
 */
public final class RecordedJob extends UserJob {
  private final String id;
  private final long readyMs;
  private final long endMs;
  private final List<Stage> stages;

  /** Tasks of one class, which wait for all tasks of some earlier stages. Immutable. */
  public static final class Stage {
    private final String name;
    private final int priority;
    private final long memoryMb;
    private final int vcores;
    private final int[] predecessors;
    private final int[] runMs;
    private final RecordedUsage usage;

    /**
     * @param memoryMb requested memory of a task; above 0
     * @param vcores requested vcores of a task; above 0
     * @param predecessors indices of earlier stages
     * @param runMs run time of each task without waiting for other tasks; not empty
     * @param usage usage of those tasks whose history states it
     */
    public Stage(
        String name,
        int priority,
        long memoryMb,
        int vcores,
        int[] predecessors,
        int[] runMs,
        RecordedUsage usage) {
      this.name = name;
      this.priority = priority;
      this.memoryMb = memoryMb;
      this.vcores = vcores;
      this.predecessors = predecessors.clone();
      this.runMs = runMs.clone();
      this.usage = usage;
    }

    /** Returns the class of the tasks, such as {@code map}. */
    public String name() {
      return name;
    }

    /** Returns the priority of the requests; 0 or more. */
    public int priority() {
      return priority;
    }

    /** Returns the requested memory of a task in MB; above 0. */
    public long memoryMb() {
      return memoryMb;
    }

    /** Returns the requested vcores of a task; above 0. */
    public int vcores() {
      return vcores;
    }

    /** Returns the indices of the stages that it waits for; a copy. */
    public int[] predecessors() {
      return predecessors.clone();
    }

    /** Returns the number of tasks; above 0. */
    public int tasks() {
      return runMs.length;
    }

    /** Returns the run time of a task in ms; 1 or more. */
    public int runMs(int task) {
      return runMs[task];
    }

    /** Returns the usage of those tasks whose history states it. */
    public RecordedUsage usage() {
      return usage;
    }

    /** Returns the sum of the run times in ms. */
    public long workMs() {
      long sum = 0;
      for (int ms : runMs) {
        sum += ms;
      }
      return sum;
    }
  }

  /** When a job was submitted, could request containers, and ended. Immutable. */
  public static final class Times {
    private final long submitMs;
    private final long readyMs;
    private final long endMs;

    private Times(long submitMs, long readyMs, long endMs) {
      this.submitMs = submitMs;
      this.readyMs = Math.max(submitMs, readyMs);
      this.endMs = endMs;
    }

    /**
     * Returns the times of a job that could request containers at once.
     *
     * @param submitMs submission, in ms since 1970
     * @param endMs end of the last task, in ms since 1970
     */
    public static Times of(long submitMs, long endMs) {
      return new Times(submitMs, submitMs, endMs);
    }

    /**
     * Returns these times with the time when the master could request containers, in ms since 1970;
     * a time before the submission counts as the submission.
     */
    public Times readyAt(long newReadyMs) {
      return new Times(submitMs, newReadyMs, endMs);
    }
  }

  /**
   * @param stages at least one
   */
  public RecordedJob(
      String id,
      String name,
      String framework,
      String user,
      String queue,
      Times times,
      List<Stage> stages) {
    super(name, framework, user, queue, times.submitMs);
    this.id = id;
    this.readyMs = times.readyMs;
    this.endMs = times.endMs;
    this.stages = Collections.unmodifiableList(new ArrayList<>(stages));
  }

  /** Returns the id of the job, DAG or application. */
  public String id() {
    return id;
  }

  /** Returns when the master could request containers, in ms since 1970. */
  public long readyMs() {
    return readyMs;
  }

  /** Returns the end of the last task in ms since 1970. */
  public long endMs() {
    return endMs;
  }

  /** Returns the stages, each behind those that it waits for; at least one, unmodifiable. */
  public List<Stage> stages() {
    return stages;
  }

  /** Returns the number of tasks. */
  public int tasks() {
    return stages.stream().mapToInt(Stage::tasks).sum();
  }

  /** Returns the memory of all tasks times their run time, in MB ms. */
  public double memoryWork() {
    return stages.stream().mapToDouble(stage -> (double) stage.memoryMb() * stage.workMs()).sum();
  }
}
