// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.timeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;

/**
 * The running and waiting tasks of the cluster at one time, as the timeline needs them. Immutable.
 */
public final class ClusterSnapshot {
  /** Marks an unknown end or run time of a task. */
  public static final long UNKNOWN = -1;

  private final List<Node> nodes;
  private final List<Task> tasks;
  private final List<Waiting> waiting;
  private final Map<ApplicationId, QueueShare> queues;

  public ClusterSnapshot(List<Node> nodes, List<Task> tasks, List<Waiting> waiting) {
    this(nodes, tasks, waiting, Collections.emptyMap());
  }

  public ClusterSnapshot(
      List<Node> nodes,
      List<Task> tasks,
      List<Waiting> waiting,
      Map<ApplicationId, QueueShare> queues) {
    this.queues = Collections.unmodifiableMap(new HashMap<>(queues));
    this.nodes = Collections.unmodifiableList(new ArrayList<>(nodes));
    this.tasks = Collections.unmodifiableList(new ArrayList<>(tasks));
    this.waiting = Collections.unmodifiableList(new ArrayList<>(waiting));
  }

  public List<Node> nodes() {
    return nodes;
  }

  /** Returns the running containers, masters included. */
  public List<Task> tasks() {
    return tasks;
  }

  /** Returns the unplaced requests, a job's groups by priority, most urgent first. */
  public List<Waiting> waiting() {
    return waiting;
  }

  /** Returns the queues of jobs; jobs without one share a queue. */
  public Map<ApplicationId, QueueShare> queues() {
    return queues;
  }

  /** A node, and the reservation on it. */
  public static final class Node {
    private final NodeId id;
    private final String partition;
    private final long memoryMb;
    private final int vcores;
    private final ApplicationId reservedFor;
    private final long reservedMb;
    private final int reservedVcores;

    Node(
        NodeId id,
        String partition,
        long memoryMb,
        int vcores,
        ApplicationId reservedFor,
        long reservedMb,
        int reservedVcores) {
      this.id = id;
      this.partition = partition;
      this.memoryMb = memoryMb;
      this.vcores = vcores;
      this.reservedFor = reservedFor;
      this.reservedMb = reservedMb;
      this.reservedVcores = reservedVcores;
    }

    public NodeId id() {
      return id;
    }

    /** Returns the partition; empty without a label, never null. */
    public String partition() {
      return partition;
    }

    public long memoryMb() {
      return memoryMb;
    }

    public int vcores() {
      return vcores;
    }

    /** Returns the reserving job; null if the node is not reserved. */
    public ApplicationId reservedFor() {
      return reservedFor;
    }

    /** Returns the reserved memory, in MB; 0 if the node is not reserved. */
    public long reservedMb() {
      return reservedMb;
    }

    /** Returns the reserved vcores; 0 if the node is not reserved. */
    public int reservedVcores() {
      return reservedVcores;
    }
  }

  /** A container's start and its expected end. */
  public static final class TaskRun {
    private final long startMs;
    private final long endMs;
    private final boolean uncertain;
    private final boolean moves;

    /**
     * Creates a run.
     *
     * @param startMs in ms of the monotonic clock, as all times of the snapshot
     * @param endMs expected end, in ms; {@link #UNKNOWN} without a profile
     * @param uncertain whether no reservation may rely on that end
     * @param moves whether the expected end depends on the time of the snapshot
     */
    public TaskRun(long startMs, long endMs, boolean uncertain, boolean moves) {
      this.startMs = startMs;
      this.endMs = endMs;
      this.uncertain = uncertain;
      this.moves = moves;
    }
  }

  /** A running container. */
  public static final class Task {
    private final ContainerId container;
    private final NodeId node;
    private final long memoryMb;
    private final int vcores;
    private final boolean master;
    private final TaskRun run;
    private final Waiting request;

    /**
     * Creates a task.
     *
     * @param request null for a master, and if it is unknown
     */
    public Task(
        ContainerId container,
        NodeId node,
        long memoryMb,
        int vcores,
        boolean master,
        TaskRun run,
        Waiting request) {
      this.container = container;
      this.node = node;
      this.memoryMb = memoryMb;
      this.vcores = vcores;
      this.master = master;
      this.run = run;
      this.request = request;
    }

    public ApplicationId job() {
      return container.getApplicationAttemptId().getApplicationId();
    }

    public String container() {
      return container.toString();
    }

    public NodeId node() {
      return node;
    }

    public long memoryMb() {
      return memoryMb;
    }

    public int vcores() {
      return vcores;
    }

    /** Returns whether it is the job's master, which ends with the job. */
    public boolean isMaster() {
      return master;
    }

    /**
     * Returns its expected end, in ms of the monotonic clock; {@link #UNKNOWN} without a profile.
     */
    public long endMs() {
      return run.endMs;
    }

    /**
     * Returns whether no reservation may rely on that end: the container may continue with another
     * task, or the profile is not proved.
     */
    public boolean isUncertain() {
      return run.uncertain;
    }

    /** Returns whether the expected end depends on the time of the snapshot. */
    public boolean moves() {
      return run.moves;
    }

    /** Returns the request of this one container; null for a master, and if it is unknown. */
    public Waiting request() {
      return request;
    }

    /** Returns the container's number in its application, which rises from one to the next. */
    public long number() {
      return container.getContainerId();
    }

    /** Returns when it started, in ms of the monotonic clock. */
    public long startMs() {
      return run.startMs;
    }
  }

  /** The expected run times of equal requests. */
  public static final class ExpectedRunTimes {
    private final long fullMs;
    private final long longestMs;
    private final long stockMs;
    private final boolean reliable;

    /**
     * Creates run times.
     *
     * @param fullMs run time of each with its requested memory, in ms; {@link #UNKNOWN} without a
     *     profile
     * @param longestMs longest run time of one with less memory, in ms; 0 without a profile
     * @param stockMs run time of each under stock, in ms; {@link #UNKNOWN} if it is not known
     * @param reliable whether they are trusted, and more than an unproved claim
     */
    public ExpectedRunTimes(long fullMs, long longestMs, long stockMs, boolean reliable) {
      this.fullMs = fullMs;
      this.longestMs = longestMs;
      this.stockMs = stockMs;
      this.reliable = reliable;
    }
  }

  /** Equal requests of one job. */
  public static final class Waiting {
    private final ApplicationId job;
    private final int priority;
    private final long memoryMb;
    private final int vcores;
    private final int count;
    private final ExpectedRunTimes runTimes;

    /** Creates requests. */
    public Waiting(
        ApplicationId job,
        int priority,
        long memoryMb,
        int vcores,
        int count,
        ExpectedRunTimes runTimes) {
      this.job = job;
      this.priority = priority;
      this.memoryMb = memoryMb;
      this.vcores = vcores;
      this.count = count;
      this.runTimes = runTimes;
    }

    public ApplicationId job() {
      return job;
    }

    public int priority() {
      return priority;
    }

    public long memoryMb() {
      return memoryMb;
    }

    public int vcores() {
      return vcores;
    }

    public int count() {
      return count;
    }

    /**
     * Returns the run time of each with its requested memory, in ms; {@link #UNKNOWN} without a
     * profile.
     */
    public long runMs() {
      return runTimes.fullMs;
    }

    /**
     * Returns the run time of each under stock, in ms; {@link #UNKNOWN} without a profile, if a
     * container runs several tasks, and if the request is for nodes with a label.
     */
    public long stockMs() {
      return runTimes.stockMs;
    }

    /** Returns whether the run time is trusted, and more than an unproved claim. */
    public boolean isReliable() {
      return runTimes.reliable;
    }

    /**
     * Returns approximately the longest run time of one with less memory, in ms; 0 without a
     * profile.
     */
    public long longestMs() {
      return runTimes.longestMs;
    }
  }
}
