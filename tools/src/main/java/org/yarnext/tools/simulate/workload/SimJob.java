// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A job of a workload, with its stages. Immutable. */
public final class SimJob {
  private final int id;
  private final String name;
  private final String framework;
  private final String user;
  private final String queue;
  private final long submitMs;
  private final List<SimStage> stages;
  private final long masterMb;
  private final int masterVcores;

  /**
   * @param id 1 or more, unique in its workload
   * @param name submitted name; runs of one job may share it
   * @param framework the application type, such as {@code MAPREDUCE}
   * @param queue path below root, such as {@code default}
   * @param submitMs time since the workload's start; 0 or more
   * @param stages at least one; each waits only for earlier ones
   */
  public SimJob(
      int id,
      String name,
      String framework,
      String user,
      String queue,
      long submitMs,
      List<SimStage> stages) {
    this(id, name, framework, user, queue, submitMs, stages, 0, 0);
  }

  private SimJob(
      int id,
      String name,
      String framework,
      String user,
      String queue,
      long submitMs,
      List<SimStage> stages,
      long masterMb,
      int masterVcores) {
    if (id < 1 || submitMs < 0 || stages.isEmpty()) {
      throw new IllegalArgumentException(
          "job " + id + " of " + stages.size() + " stages at " + submitMs + " ms");
    }
    for (int i = 0; i < stages.size(); i++) {
      for (int before : stages.get(i).predecessors().keySet()) {
        if (before < 0 || before >= i) {
          throw new IllegalArgumentException(
              "stage " + i + " of job " + id + " waits for " + before);
        }
      }
    }
    this.id = id;
    this.name = name;
    this.framework = framework;
    this.user = user;
    this.queue = queue;
    this.submitMs = submitMs;
    this.stages = Collections.unmodifiableList(new ArrayList<>(stages));
    this.masterMb = masterMb;
    this.masterVcores = masterVcores;
  }

  /** Returns a copy with other stages. */
  public SimJob withStages(List<SimStage> others) {
    return new SimJob(id, name, framework, user, queue, submitMs, others, masterMb, masterVcores);
  }

  /** Returns a copy that is submitted at another time, in ms since the workload's start. */
  public SimJob withSubmission(long otherMs) {
    return new SimJob(id, name, framework, user, queue, otherMs, stages, masterMb, masterVcores);
  }

  /** Returns a copy in another queue, a path below root. */
  public SimJob withQueue(String other) {
    return new SimJob(id, name, framework, user, other, submitMs, stages, masterMb, masterVcores);
  }

  /**
   * Returns a copy with a given size of its Application Master.
   *
   * @param mb 0 for that of all others
   * @param vcores 0 for those of all others
   */
  public SimJob withMaster(long mb, int vcores) {
    return new SimJob(id, name, framework, user, queue, submitMs, stages, mb, vcores);
  }

  /** Returns the id: 1 or more, unique in the workload. */
  public int id() {
    return id;
  }

  public String name() {
    return name;
  }

  /** Returns the application type. */
  public String framework() {
    return framework;
  }

  public String user() {
    return user;
  }

  /** Returns the queue's path below root. */
  public String queue() {
    return queue;
  }

  /** Returns the submission time since the workload's start, in ms. */
  public long submitMs() {
    return submitMs;
  }

  /** Returns the memory of its Application Master in MB; 0 for that of all others. */
  public long masterMb() {
    return masterMb;
  }

  /** Returns the vcores of its Application Master; 0 for those of all others. */
  public int masterVcores() {
    return masterVcores;
  }

  /** Returns the stages; at least one, unmodifiable. */
  public List<SimStage> stages() {
    return stages;
  }

  /** Returns the number of tasks of all stages. */
  public int tasks() {
    return stages.stream().mapToInt(stage -> stage.tasks().size()).sum();
  }
}
