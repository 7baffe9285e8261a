// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.protection;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.yarnext.elastic.policy.protection.JobDemandView;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;
import org.yarnext.elastic.rm.timeline.ClusterSnapshot;
import org.yarnext.elastic.rm.timeline.TimelineWriter;

/**
 * Reads a job's requests from successive snapshots of the cluster, and counts its started tasks. A
 * job with many sizes and priorities is read in part. Groups beyond {@link
 * JobDemandView#MAX_GROUPS} are left out and not simulated, and the job's run times do not count as
 * reliable meanwhile. Beyond half of that number, groups without a waiting or running task are
 * forgotten. Not thread-safe.
 */
final class JobDemandReader {
  /** Time for which the end of a task may be unknown to the scheduler, in ms. */
  private static final long REPORT_MS = 5_000;

  private final ApplicationId id;
  private final List<Group> groups = new ArrayList<>();

  /** Number of the newest container seen. */
  private long newest = -1;

  private long newestNow;
  private double slowdown;
  private boolean overdue;
  private boolean reliable;
  private boolean present;

  private static final class Group {
    ClusterSnapshot.Waiting like;
    int waiting;
    int started;

    /** Whether it is in the current snapshot. */
    boolean present;
  }

  JobDemandReader(ApplicationId id) {
    this.id = id;
    clear();
  }

  private void clear() {
    newest = Math.max(newest, newestNow);
    slowdown = 1;
    overdue = false;
    reliable = true;
    present = false;
    if (groups.size() > JobDemandView.MAX_GROUPS / 2) { // leaves room for those of the next one
      groups.removeIf(group -> !group.present);
    }
    for (Group group : groups) {
      group.waiting = 0;
      group.present = false;
    }
  }

  /**
   * Returns whether a request can be simulated: its run time under stock is known. The request may
   * be null.
   */
  static boolean canSimulate(ClusterSnapshot.Waiting request) {
    return request != null && request.stockMs() > 0 && request.memoryMb() > 0;
  }

  ApplicationId id() {
    return id;
  }

  /** Returns whether none of its tasks was in the snapshot. */
  boolean isIdle() {
    return !present;
  }

  /** Adds a running task of the snapshot. */
  void addRunning(ClusterSnapshot.Task task, long nowMs) {
    Group group = group(task.request());
    newestNow = Math.max(newestNow, task.number());
    if (group != null && task.number() > newest) {
      group.started++;
    }
    long lateMs = task.endMs() < 0 ? 0 : nowMs - task.endMs();
    if (lateMs > REPORT_MS) {
      overdue = true;
      long expectedMs = Math.max(1, task.endMs() - task.startMs());
      slowdown = Math.max(slowdown, (double) (nowMs - task.startMs()) / expectedMs);
    }
  }

  /** Adds requests of the snapshot. */
  void addWaiting(ClusterSnapshot.Waiting request) {
    Group group = group(request);
    if (group != null) {
      long waiting = (long) group.waiting + request.count();
      group.waiting = (int) Math.min(Integer.MAX_VALUE, waiting); // an application may ask for all
    }
  }

  /** Returns the group of a request, which it adds if it is new; null if it is left out. */
  private Group group(ClusterSnapshot.Waiting request) {
    present = true;
    reliable &= request.isReliable();
    for (Group group : groups) {
      if (group.like.priority() == request.priority()
          && group.like.memoryMb() == request.memoryMb()
          && group.like.vcores() == request.vcores()) {
        group.like = request;
        group.present = true;
        return group;
      }
    }
    if (groups.size() >= JobDemandView.MAX_GROUPS) {
      reliable = false;
      return null;
    }
    Group made = new Group();
    made.like = request;
    made.present = true;
    groups.add(made);
    return made;
  }

  /**
   * Returns the job's view by this snapshot, and prepares for the next snapshot.
   *
   * @param queue null if all jobs are in one
   */
  JobDemandView read(QueueShare queue) {
    List<JobDemandView.Group> views = new ArrayList<>();
    for (Group group : groups) {
      views.add(
          new JobDemandView.Group(
              group.like.priority(),
              group.like.memoryMb(),
              group.like.vcores(),
              group.waiting,
              group.started,
              group.like.stockMs()));
    }
    JobDemandView view =
        new JobDemandView(TimelineWriter.job(id), queue, views, slowdown, reliable, overdue);
    clear();
    return view;
  }
}
