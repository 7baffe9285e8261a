// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.yarnext.elastic.policy.reservation.ReservationPolicy;
import org.yarnext.elastic.policy.reservation.ReservationView;
import org.yarnext.elastic.policy.timeline.Timeline;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.profile.ProfileResolver;
import org.yarnext.elastic.rm.profile.ProfileTrustRegistry;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.sizing.NodeDiskUsage;
import org.yarnext.elastic.rm.timeline.BackfillRegistry;
import org.yarnext.elastic.rm.timeline.ClusterReader;
import org.yarnext.elastic.rm.timeline.ClusterSnapshot;
import org.yarnext.elastic.rm.timeline.JobEndEstimates;
import org.yarnext.elastic.rm.timeline.TimelineWriter;

/**
 * Provides the inputs of a reservation policy: the ends of the tasks on a node, read from the
 * scheduler now, and the times when other nodes have room, as last estimated. Called under the
 * scheduler's write lock.
 */
public final class ReservationInputs {
  /** Validity of a timeline with ends that depend on the current time, in ms. */
  private static final long MOVING_VALID_MS = 20;

  /** Validity of an unchanged timeline, in ms; see {@link ProfileResolver}. */
  private static final long VALID_MS = ProfileResolver.KEPT_MS;

  private final ReservationPolicy policy;
  private final boolean policyMayBlock;
  private final ClusterReader reader;
  private final ProfileResolver profiles;
  private final SchedulerRules rules;
  private final JobEndEstimates ends;
  private final ProfileTrustRegistry trust;
  private final NodeDiskUsage disks;
  private final BackfillRegistry backfill = new BackfillRegistry();
  private final LongSupplier clockMs;
  private final Map<NodeId, NodeTimeline> timelines = new ConcurrentHashMap<>();
  private final AtomicLong changes = new AtomicLong();

  /**
   * The ends of the tasks on one node, kept until a change: reading them costs several times as
   * much as all of stock's work in a full node's heartbeat.
   */
  private static final class NodeTimeline {
    final SchedulerNode node;
    final RMContainer reservation;
    final String partition;
    final long freeMb;
    final int freeVcores;
    final long trustVersion;
    final int profilesVersion;
    final long readMs;
    final long validMs;
    final Timeline timeline;

    NodeTimeline(
        SchedulerNode node,
        RMContainer reservation,
        long trustVersion,
        int profilesVersion,
        long readMs,
        boolean moves,
        Timeline timeline) {
      this.node = node;
      this.reservation = reservation;
      this.partition = node.getPartition();
      this.freeMb = node.getUnallocatedResource().getMemorySize();
      this.freeVcores = node.getUnallocatedResource().getVirtualCores();
      this.trustVersion = trustVersion;
      this.profilesVersion = profilesVersion;
      this.readMs = readMs;
      this.validMs = moves ? MOVING_VALID_MS : VALID_MS;
      this.timeline = timeline;
    }

    boolean isOf(SchedulerNode other, RMContainer otherKept, long nowMs) {
      Resource free = other.getUnallocatedResource();
      return node == other
          && reservation == otherKept
          && nowMs - readMs < validMs
          && freeMb == free.getMemorySize()
          && freeVcores == free.getVirtualCores()
          && partition.equals(other.getPartition());
    }
  }

  /**
   * Creates the inputs.
   *
   * @param ends with the latest layout
   * @param disks notified of each change, too
   */
  public ReservationInputs(
      ElasticComponents components,
      ClusterReader reader,
      ProfileResolver profiles,
      JobEndEstimates ends,
      ProfileTrustRegistry trust,
      NodeDiskUsage disks) {
    this.policy = components.reservations;
    this.policyMayBlock = policy.mayBlock();
    this.rules = components.rules;
    this.clockMs = components.clockMs;
    this.reader = reader;
    this.profiles = profiles;
    this.ends = ends;
    this.trust = trust;
    this.disks = disks;
  }

  ReservationPolicy policy() {
    return policy;
  }

  /** Returns {@link ReservationPolicy#mayBlock}. */
  boolean policyMayBlock() {
    return policyMayBlock;
  }

  /** Returns whether a job's requests have a profile; other requests are left to the scheduler. */
  boolean concerns(JobDescriptor job, int priority) {
    return profiles.of(job, priority) != null;
  }

  /** Returns the number of the estimate of the jobs' ends; below 0 if there is none. */
  long estimate() {
    return ends.estimate();
  }

  /** Returns whether a node is kept for a late job other than this one. */
  boolean isKeptForOther(NodeId node, ApplicationId job) {
    return ends.isKeptForOther(node, job);
  }

  /** Returns a number that changes whenever profiles are read again. */
  int profilesVersion() {
    return profiles.version();
  }

  long nowMs() {
    return clockMs.getAsLong();
  }

  /** Returns the containers of other jobs on reserved nodes. */
  BackfillRegistry backfill() {
    return backfill;
  }

  /** Returns the vcores of a size, or 0 if the scheduler does not count vcores. */
  int vcores(Resource size) {
    return rules.countsVcores() ? size.getVirtualCores() : 0;
  }

  /** Returns the view of a reserved node, with its reservation even if that is hidden just now. */
  ReservationView of(SchedulerNode node, RMContainer reservation) {
    return of(node, reservation, Collections.emptyList());
  }

  /**
   * Returns the view of a node that a job might reserve.
   *
   * @param held the job's reservations on other nodes
   */
  ReservationView of(SchedulerNode node, Collection<RMContainer> held) {
    return of(node, null, held);
  }

  /**
   * Returns when a node has room given the tasks that run there now; {@link Timeline#UNKNOWN} if
   * that cannot be estimated.
   */
  long roomMs(SchedulerNode node, Resource size) {
    return of(node, Collections.emptyList())
        .timeline()
        .roomMs(node.getNodeID().toString(), size.getMemorySize(), vcores(size), nowMs());
  }

  private ReservationView of(
      SchedulerNode node, RMContainer reservation, Collection<RMContainer> held) {
    long now = nowMs();
    // A timeline that a policy on another thread may still read is not shared.
    boolean shared = held.isEmpty() && !policyMayBlock;
    return new ReservationView(
        shared
            ? timeline(node, reservation, now)
            : write(reader.around(node, reservation, held, backfill)),
        ends.estimates(),
        now);
  }

  private Timeline timeline(SchedulerNode node, RMContainer reservation, long now) {
    long trustVersion = trust.version();
    int profilesVersion = profiles.version();
    NodeTimeline known = timelines.get(node.getNodeID());
    if (known != null
        && known.trustVersion == trustVersion
        && known.profilesVersion == profilesVersion
        && known.isOf(node, reservation, now)) {
      return known.timeline;
    }
    long before = changes.get();
    ClusterSnapshot read = reader.around(node, reservation, Collections.emptyList(), backfill);
    boolean moves = read.tasks().stream().anyMatch(ClusterSnapshot.Task::moves);
    known =
        new NodeTimeline(node, reservation, trustVersion, profilesVersion, now, moves, write(read));
    timelines.put(node.getNodeID(), known);
    if (changes.get() != before) {
      timelines.remove(node.getNodeID()); // it may predate the change
    }
    return known.timeline;
  }

  private Timeline write(ClusterSnapshot read) {
    return TimelineWriter.write(read, rules.order(), 0, 1);
  }

  /** Records that a container starts or ends on a node; on any thread. */
  public void changed(NodeId node) {
    changes.incrementAndGet();
    timelines.remove(node);
    disks.changed(node);
  }

  /** Records that nodes or their containers may have changed in any way; on any thread. */
  public void changed() {
    changes.incrementAndGet();
    timelines.clear();
    disks.changed();
  }
}
