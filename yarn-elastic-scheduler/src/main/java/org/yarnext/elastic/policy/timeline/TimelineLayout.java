// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.ArrayDeque;
import java.util.PriorityQueue;

/**
 * Merges the nodes' timelines (YARN-ME, section 3.2): simulates the scheduler in virtual time.
 * Running tasks end when expected, and resources that become free go to the waiting tasks in the
 * jobs' order, at the requested size.
 *
 * <p>Equal tasks that start on a node at the same moment are placed as one block. If the task whose
 * turn it is does not fit, it reserves the node if its job may, and the node waits for it;
 * otherwise the next task that fits is placed. Nodes with room at the same moment are offered by
 * name. Used once.
 */
final class TimelineLayout {
  /** Number of examined nodes that count as much as placing a block. */
  private static final int NODES_A_BLOCK = 32;

  private final TimelineSnapshot snapshot;
  private final RunningTaskEnds running;
  private final UnplacedTasks unplaced;
  private final FreeResourceTracker rooms;
  private final JobEndCollector ends;
  private final PriorityQueue<Release> releases = new PriorityQueue<>();
  private final ArrayDeque<Integer> toOffer = new ArrayDeque<>();
  private final long startMs;
  private final long untilMs;
  private long clockMs;
  private int blocks;
  private int steps;

  /**
   * Creates a layout.
   *
   * @param untilMs later starts are extrapolated
   */
  TimelineLayout(TimelineSnapshot snapshot, long nowMs, long untilMs) {
    this.snapshot = snapshot;
    this.untilMs = untilMs;
    startMs = nowMs;
    clockMs = nowMs;
    running = new RunningTaskEnds(snapshot.nodes, nowMs);
    unplaced = new UnplacedTasks(snapshot);
    rooms = new FreeResourceTracker(snapshot, unplaced);
    ends = new JobEndCollector(unplaced);
    for (int n = 0; n < snapshot.nodes.size(); n++) {
      for (RunningTask task : running.on(n)) {
        ends.addRunning(task, n, nowMs);
        int job = unplaced.number(task.job);
        unplaced.use(job, queueOf(job, task), task.memoryMb);
      }
      releaseNext(n);
      toOffer.add(n);
    }
  }

  TimelineEstimates run() {
    offerAll();
    while (!unplaced.isEmpty() && !releases.isEmpty() && !isFarEnough()) {
      clockMs = releases.peek().atMs;
      while (!releases.isEmpty() && releases.peek().atMs == clockMs) {
        end(releases.poll());
      }
      offerAll();
    }
    boolean stopped = !unplaced.isEmpty() && isFarEnough();
    if (stopped) {
      if (steps < snapshot.maxBlocks) {
        clockMs = releases.peek().atMs; // nothing changes before that
      }
      extrapolate();
    }
    for (int job = 0; job < unplaced.jobCount(); job++) {
      if (unplaced.waits(job) && !stopped) {
        ends.unknown(job);
      }
    }
    return new TimelineEstimates(startMs, ends.known(), snapshot.nodes, blocks, stopped);
  }

  private boolean isFarEnough() {
    return steps >= snapshot.maxBlocks || (!releases.isEmpty() && releases.peek().atMs > untilMs);
  }

  private void offerAll() {
    while (!toOffer.isEmpty() && steps < snapshot.maxBlocks) {
      int n = toOffer.poll();
      while (steps < snapshot.maxBlocks && offer(n)) {
        steps++;
      }
    }
  }

  /**
   * Gives the node's room to the group whose turn it is; returns false if no task starts there for
   * now.
   */
  private boolean offer(int n) {
    if (rooms.isReserved(n)) {
      int kept = rooms.keptFor(n);
      if (kept != UnplacedTasks.NONE && !rooms.fits(kept, n)) {
        return false;
      }
      rooms.dropReservation(n);
      if (kept != UnplacedTasks.NONE) {
        place(kept, 1, n);
      }
      return true;
    }
    int fitting = rooms.firstFitting(n);
    int turn = rooms.first(n);
    if (turn != fitting && rooms.mayReserve(turn, n)) {
      rooms.reserve(n, turn);
      steps++;
      return false;
    }
    if (fitting == UnplacedTasks.NONE) {
      return false;
    }
    int maxCount = rooms.fitting(fitting, n);
    place(fitting, maxCount == 1 ? 1 : Math.min(maxCount, rooms.inARow(fitting, n)), n);
    return true;
  }

  private void place(int group, int count, int n) {
    int job = unplaced.jobOf(group);
    long mb = count * unplaced.memoryMb(group);
    int cores = count * unplaced.vcores(group);
    long endMs = clockMs + unplaced.runMs(group);
    rooms.use(n, mb, cores);
    ends.recordEnd(job, endMs);
    int queue = unplaced.queueOf(job);
    releases.add(new Release(endMs, n, job, queue, count, mb, cores, false));
    blocks++;
    unplaced.placed(group, count);
    if (unplaced.left(group) == 0) {
      exhausted(group, job);
    }
  }

  /**
   * Handles a group without tasks left: nodes reserved for it are free for others, and a smaller
   * group may fit where none did.
   */
  private void exhausted(int group, int job) {
    rooms.reservedNodes(job).forEach(toOffer::add);
    int next = unplaced.offered(job);
    if (next != UnplacedTasks.NONE
        && (unplaced.memoryMb(next) < unplaced.memoryMb(group)
            || unplaced.vcores(next) < unplaced.vcores(group))) {
      steps += snapshot.nodes.size() / NODES_A_BLOCK;
      for (int n = 0; n < snapshot.nodes.size(); n++) {
        if (rooms.fits(next, n)) {
          toOffer.add(n);
        }
      }
    }
  }

  private void end(Release release) {
    int n = release.node;
    rooms.use(n, -release.memoryMb, -release.vcores);
    unplaced.use(release.job, release.queue, -release.memoryMb);
    if (release.job != UnplacedTasks.NONE) {
      for (Release master : ends.ended(release.job, release.count)) {
        releases.add(master.at(clockMs));
      }
    }
    if (release.running) {
      releaseNext(n);
    }
    toOffer.add(n);
  }

  /** Ends the next running task of the node; returns false if there is none. */
  private boolean releaseNext(int n) {
    RunningTask task = running.next(n);
    if (task != null) {
      int job = unplaced.number(task.job);
      int queue = queueOf(job, task);
      releases.add(
          new Release(task.endsMs(startMs), n, job, queue, 1, task.memoryMb, task.vcores, true));
    }
    return task != null;
  }

  private int queueOf(int job, RunningTask task) {
    return job == UnplacedTasks.NONE ? unplaced.queueOf(task.job) : unplaced.queueOf(job);
  }

  /**
   * Extrapolates the remaining ends from the maximum memory in use so far. If the layout has not
   * even passed its start time, fragmentation is unknown and the memory of all nodes counts.
   */
  private void extrapolate() {
    double[] inUse = new double[unplaced.jobCount()];
    for (int n = 0; n < snapshot.nodes.size(); n++) {
      boolean more = true;
      while (more) {
        more = releaseNext(n);
      }
    }
    for (Release release : releases) {
      if (release.job != UnplacedTasks.NONE) {
        inUse[release.job] += (double) release.memoryMb * (release.atMs - clockMs);
      }
    }
    long allMb = snapshot.nodes.stream().mapToLong(node -> node.memoryMb).sum();
    long mb = clockMs == startMs ? allMb : rooms.maxUsedMb();
    double[] ms = unplaced.msToEnd(inUse, mb);
    for (int job = 0; job < ms.length; job++) {
      if (unplaced.waits(job)) {
        long atLeastMs = unplaced.longestRunMs(job);
        ends.recordEnd(job, clockMs + Math.max(atLeastMs, (long) Math.ceil(ms[job])));
      }
    }
  }
}
