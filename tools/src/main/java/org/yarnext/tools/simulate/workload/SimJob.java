// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.UserJob;

/** A job of a workload, with its stages. Immutable. */
public final class SimJob extends UserJob {
  private final int id;
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
    super(name, framework, user, queue, submitMs);
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
    this.stages = Collections.unmodifiableList(new ArrayList<>(stages));
    this.masterMb = masterMb;
    this.masterVcores = masterVcores;
  }

  /** Returns a copy with other stages. */
  public SimJob withStages(List<SimStage> others) {
    return copy(queue(), submitMs(), others);
  }

  /** Returns a copy that is submitted at another time, in ms since the workload's start. */
  public SimJob withSubmission(long otherMs) {
    return copy(queue(), otherMs, stages);
  }

  /** Returns a copy in another queue, a path below root. */
  public SimJob withQueue(String other) {
    return copy(other, submitMs(), stages);
  }

  private SimJob copy(String queue, long submitMs, List<SimStage> others) {
    return new SimJob(
        id, name(), framework(), user(), queue, submitMs, others, masterMb, masterVcores);
  }

  /**
   * Returns a copy with a given size of its Application Master.
   *
   * @param mb 0 for that of all others
   * @param vcores 0 for those of all others
   */
  public SimJob withMaster(long mb, int vcores) {
    return new SimJob(id, name(), framework(), user(), queue(), submitMs(), stages, mb, vcores);
  }

  /** Returns the id: 1 or more, unique in the workload. */
  public int id() {
    return id;
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
