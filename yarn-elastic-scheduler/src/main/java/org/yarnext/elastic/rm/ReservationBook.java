/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic.rm;

import java.util.Collection;
import java.util.Collections;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.Outlook;
import org.yarnext.elastic.policy.ReservationPolicy;
import org.yarnext.elastic.policy.timeline.Timeline;

/**
 * What a reservation policy is asked with: when the tasks on a node end, read from the scheduler as
 * they are now, and when room comes elsewhere, as last estimated. Called under the scheduler's
 * write lock.
 */
final class ReservationBook {
  /** For how long a node's page is not read again while nothing starts or ends there, in ms. */
  private static final long KEPT_MS = 20;

  private final ReservationPolicy policy;
  private final ClusterReader reader;
  private final Models models;
  private final SchedulerRules rules;
  private final JobEnds ends;
  private final Trust trust;
  private final LongSupplier clockMs;
  private Page latest;

  /** One node's timeline, read once for all the jobs it is offered to in one turn. */
  private static final class Page {
    final SchedulerNode node;
    final RMContainer kept;
    final long freeMb;
    final int freeVcores;
    final long readMs;
    final Timeline timeline;

    Page(SchedulerNode node, RMContainer kept, long readMs, Timeline timeline) {
      this.node = node;
      this.kept = kept;
      this.freeMb = node.getUnallocatedResource().getMemorySize();
      this.freeVcores = node.getUnallocatedResource().getVirtualCores();
      this.readMs = readMs;
      this.timeline = timeline;
    }

    boolean isOf(SchedulerNode other, RMContainer otherKept, long nowMs) {
      Resource free = other.getUnallocatedResource();
      return node == other
          && kept == otherKept
          && nowMs >= readMs
          && nowMs - readMs < KEPT_MS
          && freeMb == free.getMemorySize()
          && freeVcores == free.getVirtualCores();
    }
  }

  /**
   * @param ends with the latest layout
   */
  ReservationBook(
      ReservationPolicy policy,
      ClusterReader reader,
      Models models,
      SchedulerRules rules,
      JobEnds ends,
      Trust trust,
      LongSupplier clockMs) {
    this.trust = trust;
    this.policy = policy;
    this.reader = reader;
    this.models = models;
    this.rules = rules;
    this.ends = ends;
    this.clockMs = clockMs;
  }

  ReservationPolicy policy() {
    return policy;
  }

  /** Whether the policy could wait for anything. */
  boolean mayWait() {
    return PolicyRule.mayWait(policy);
  }

  /** Whether a job's asks have a profile: those of others are the scheduler's own business. */
  boolean concerns(AskedJob job, int priority) {
    return models.of(job, priority) != null;
  }

  /** The number of the estimate that jobs' ends are known from; below 0 if there is none. */
  long estimate() {
    return ends.estimate();
  }

  long nowMs() {
    return clockMs.getAsLong();
  }

  /** Whether it counts on a reserved node when the job's profile says that such a task ends. */
  Decision<Boolean> mayBackfill(AskedJob job, int priority, boolean undersized) {
    Models.Found found = models.find(job, priority);
    return trust.mayBackfill(found.taskClass, job.user(), undersized, found.claimed);
  }

  /** A container of the user stayed on a reserved node longer than it might. */
  void overstayed(String user) {
    trust.overstayed(user);
  }

  /**
   * When the container of a task placed now would end, in ms since the epoch; {@link
   * Timeline#UNKNOWN} also where it goes on with other tasks.
   */
  long endMs(AskedJob job, int priority, long askedMb, long grantedMb) {
    if (!job.oneTaskAContainer()) {
      return Timeline.UNKNOWN;
    }
    long runMs = models.latestMs(job, priority, askedMb, grantedMb);
    return runMs < 0 ? Timeline.UNKNOWN : nowMs() + runMs;
  }

  /**
   * By when it must be gone, whatever else there is to be said for it; {@link Timeline#UNKNOWN} if
   * that is not to be said.
   */
  long latestMs(AskedJob job, int priority, long askedMb, long grantedMb) {
    if (!job.oneTaskAContainer()) {
      return Timeline.UNKNOWN;
    }
    long runMs = models.runMs(job, priority, askedMb, grantedMb);
    return runMs < 0 ? Timeline.UNKNOWN : nowMs() + trust.latestMs(runMs);
  }

  /** When the task for which a node is reserved is expected to start; see {@link Timeline}. */
  long startMs(SchedulerNode node, RMContainer kept) {
    Resource size = kept.getReservedResource();
    return of(node, kept)
        .timeline()
        .roomMs(node.getNodeID().toString(), size.getMemorySize(), vcores(size), nowMs());
  }

  /** What counts of a size where vcores do not. */
  int vcores(Resource size) {
    return rules.countsVcores() ? size.getVirtualCores() : 0;
  }

  /** A reserved node, with its reservation whether or not it shows just now. */
  Outlook of(SchedulerNode node, RMContainer kept) {
    return of(node, kept, Collections.emptyList());
  }

  /**
   * A node that a job might reserve.
   *
   * @param held the job's reservations on others
   */
  Outlook of(SchedulerNode node, Collection<RMContainer> held) {
    return of(node, null, held);
  }

  /** When a node has room by what runs there now; {@link Timeline#UNKNOWN}. */
  long roomMs(SchedulerNode node, Resource size) {
    return of(node, Collections.emptyList())
        .timeline()
        .roomMs(node.getNodeID().toString(), size.getMemorySize(), vcores(size), nowMs());
  }

  private Outlook of(SchedulerNode node, RMContainer kept, Collection<RMContainer> held) {
    long now = nowMs();
    // What a policy on another thread may still look at is not shared.
    boolean shared = held.isEmpty() && !mayWait();
    if (!shared) {
      return new Outlook(read(node, kept, held), ends.estimates(), now);
    }
    if (latest == null || !latest.isOf(node, kept, now)) {
      latest = new Page(node, kept, now, read(node, kept, held));
    }
    return new Outlook(latest.timeline, ends.estimates(), now);
  }

  private Timeline read(SchedulerNode node, RMContainer kept, Collection<RMContainer> held) {
    return TimelineWriter.write(reader.around(node, kept, held), rules.order(), 0, 1);
  }
}
