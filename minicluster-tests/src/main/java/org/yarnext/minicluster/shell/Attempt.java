// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.shell;

import java.nio.file.Path;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;

/**
 * An attempt to run a {@link ShellTask}, in at most one container. Times are in milliseconds of
 * this machine's wall clock, and 0 if not reached yet. The command itself records when it runs, so
 * a wait in a node's queue is measured exactly. Threads of YARN's clients write the fields; any
 * thread may read them.
 */
public final class Attempt {

  /** State of an attempt. */
  public enum State {
    /** The container has been requested from the ResourceManager. */
    ASKED,
    /** A container is allocated and not yet started. */
    ALLOCATED,
    /**
     * The start request was sent to the node: the container waits in the node's queue or is being
     * launched.
     */
    QUEUED,
    /** The command is running. */
    RUNNING,
    SUCCEEDED,
    /** YARN stopped the container. The task is requested again. */
    KILLED,
    /**
     * The command failed, the node rejected the start, or {@link ShellWorkload#stop} stopped the
     * container.
     */
    FAILED
  }

  private static final int MAX_TRIES = 10;

  /** Index of the task in the order of submission, from 0. */
  public final int task;

  public final ShellTask spec;
  public final long askedMs;

  /** Number of attempts of the task so far, including this one. */
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

  /** Returns whether the task needs no other attempt: it succeeded or failed. */
  boolean ended() {
    return completedMs > 0 && !toRepeat;
  }

  /**
   * Returns whether an attempt with this exit status should be repeated: YARN stopped it, or its
   * command never began. In the latter case the NodeManager stopped a container during its launch,
   * which Hadoop 3.4.2 reports as a failure.
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

  /**
   * Returns the container, or null before allocation. An update of the execution type replaces it.
   */
  public Container container() {
    return container;
  }

  /** Returns the execution type that the node last confirmed. */
  public ExecutionType executionType() {
    return executionType;
  }

  public long allocatedMs() {
    return allocatedMs;
  }

  /** Returns when the start request was passed to the node's client. */
  public long startRequestedMs() {
    return startRequestedMs;
  }

  /** Returns when the node accepted the start request. */
  public long startAcceptedMs() {
    return startedMs;
  }

  public long runStartMs() {
    return run.startMs();
  }

  /** Returns when the command ended, or 0 if it has not or was killed. */
  public long runEndMs() {
    return run.endMs();
  }

  /** Returns when the Application Master learned that the attempt had ended. */
  public long completedMs() {
    return completedMs;
  }

  /**
   * Returns one of {@link ContainerExitStatus} or the command's exit status; INVALID until there is
   * one.
   */
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
