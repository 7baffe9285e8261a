// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.shell;

import java.nio.file.Path;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;

/**
 * One try to run a {@link ShellTask}: at most one container. Times are wall-clock milliseconds of
 * this machine, 0 for "not yet"; those of the run itself are written by the command, so that a wait
 * in a node's queue is measured where it ends. Filled in by the threads of YARN's clients, readable
 * at any time.
 */
public final class Attempt {

  /** How far an attempt has got. */
  public enum State {
    /** The ResourceManager has been asked. */
    ASKED,
    /** There is a container, not started yet. */
    ALLOCATED,
    /** The node was told to start it: it waits in the node's queue or is being launched. */
    QUEUED,
    /** The command runs. */
    RUNNING,
    SUCCEEDED,
    /** Stopped by YARN, not by its own doing; the task is asked for again. */
    KILLED,
    /**
     * The command failed, the node refused the start, or it was stopped by {@link
     * ShellWorkload#stop}.
     */
    FAILED
  }

  private static final int MAX_TRIES = 10;

  /** The task's index in the order of submission, from 0. */
  public final int task;

  public final ShellTask spec;
  public final long askedMs;

  /** How many attempts of the task there have been, with this one. */
  final int tries;

  final RunFiles run;
  private volatile Container container;
  private volatile ExecutionType executionType;
  private volatile long allocatedMs;
  private volatile long startRequestedMs;
  private volatile long startedMs;
  private volatile long completedMs;
  private volatile boolean toRepeat;
  private volatile int exitStatus = ContainerExitStatus.INVALID;
  private volatile String diagnostics = "";

  Attempt(int task, int tries, ShellTask spec, long askedMs, Path dir, String name) {
    this.task = task;
    this.tries = tries;
    this.spec = spec;
    this.askedMs = askedMs;
    this.executionType = spec.type();
    this.run = new RunFiles(dir, name);
  }

  public State state() {
    if (completedMs > 0) {
      return exitStatus == ContainerExitStatus.SUCCESS
          ? State.SUCCEEDED
          : toRepeat ? State.KILLED : State.FAILED;
    }
    if (container == null) {
      return State.ASKED;
    }
    if (startRequestedMs == 0) {
      return State.ALLOCATED;
    }
    return runStartMs() > 0 ? State.RUNNING : State.QUEUED;
  }

  /** Whether the task is done with: it succeeded, or failed by its own doing. */
  boolean ended() {
    return completedMs > 0 && !toRepeat;
  }

  /**
   * Whether an attempt that ends like this should be repeated: YARN stopped it, or its command
   * never began. The latter is a NodeManager that stops a container which it is just launching: it
   * reports a failure (3.4.2).
   */
  boolean isToRepeat(int status) {
    return status == ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER
        || status == ContainerExitStatus.PREEMPTED
        || status == ContainerExitStatus.ABORTED
        || status == ContainerExitStatus.DISKS_FAILED
        || (status != ContainerExitStatus.SUCCESS
            && status != ContainerExitStatus.KILLED_BY_APPMASTER
            && runStartMs() == 0
            && tries < MAX_TRIES);
  }

  /** Null before allocation; replaced when its execution type changes. */
  public Container container() {
    return container;
  }

  /** As the node last confirmed it. */
  public ExecutionType executionType() {
    return executionType;
  }

  public long allocatedMs() {
    return allocatedMs;
  }

  /** When the start request was handed to the node's client. */
  public long startRequestedMs() {
    return startRequestedMs;
  }

  /** When the node answered the start request. */
  public long startAcceptedMs() {
    return startedMs;
  }

  public long runStartMs() {
    return run.startMs();
  }

  /** 0 for a command that was killed. */
  public long runEndMs() {
    return run.endMs();
  }

  /** When the Application Master heard of the end. */
  public long completedMs() {
    return completedMs;
  }

  /** One of {@link ContainerExitStatus}, or the command's own; INVALID while there is none. */
  public int exitStatus() {
    return exitStatus;
  }

  public String diagnostics() {
    return diagnostics;
  }

  void allocated(Container granted, long now) {
    container = granted;
    allocatedMs = now;
  }

  void startRequested(long now) {
    startRequestedMs = now;
  }

  void startAccepted(long now) {
    startedMs = now;
  }

  void updated(Container changed) {
    container = changed;
  }

  void confirmed(ExecutionType type) {
    executionType = type;
  }

  void completed(ContainerStatus status, boolean repeated, long now) {
    toRepeat = repeated;
    failed(status.getExitStatus(), status.getDiagnostics(), now);
  }

  void failed(int status, String why, long now) {
    exitStatus = status;
    diagnostics = why;
    completedMs = now;
  }

  @Override
  public String toString() {
    return "task "
        + task
        + " "
        + state()
        + (container == null
            ? ""
            : " " + container.getId() + " on " + container.getNodeId().getHost())
        + (completedMs == 0 ? "" : " exit status " + exitStatus + " " + diagnostics.trim());
  }
}
