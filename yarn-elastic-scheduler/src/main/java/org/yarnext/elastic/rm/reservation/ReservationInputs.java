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
package org.yarnext.elastic.rm.reservation;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.yarnext.elastic.policy.ReservationPolicy;
import org.yarnext.elastic.policy.ReservationView;
import org.yarnext.elastic.policy.timeline.Timeline;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.profile.ProfileResolver;
import org.yarnext.elastic.rm.profile.ProfileTrustRegistry;
import org.yarnext.elastic.rm.sizing.ContainerSizer;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.timeline.BackfillRegistry;
import org.yarnext.elastic.rm.timeline.ClusterReader;
import org.yarnext.elastic.rm.timeline.ClusterSnapshot;
import org.yarnext.elastic.rm.timeline.JobEndEstimates;
import org.yarnext.elastic.rm.timeline.TimelineWriter;

/**
 * What a reservation policy is asked with: when the tasks on a node end, read from the scheduler as
 * they are now, and when room comes elsewhere, as last estimated. Called under the scheduler's
 * write lock.
 */
public final class ReservationInputs {
  /** For how long a timeline with ends that move is valid, in ms. */
  private static final long MOVING_VALID_MS = 20;

  /** For how long a timeline is valid while nothing changes, in ms; see {@link ProfileResolver}. */
  private static final long VALID_MS = ProfileResolver.KEPT_MS;

  private final ReservationPolicy policy;
  private final ClusterReader reader;
  private final ProfileResolver profiles;
  private final SchedulerRules rules;
  private final JobEndEstimates ends;
  private final ProfileTrustRegistry trust;
  private final BackfillRegistry backfill = new BackfillRegistry();
  private final LongSupplier clockMs;
  private final Map<NodeId, NodeTimeline> timelines = new ConcurrentHashMap<>();
  private final AtomicLong changes = new AtomicLong();

  /**
   * When the tasks on one node end, read once until something changes: to read it costs several
   * times as much as all of stock's work on a full node's heartbeat.
   */
  private static final class NodeTimeline {
    final SchedulerNode node;
    final RMContainer kept;
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
        RMContainer kept,
        long trustVersion,
        int profilesVersion,
        long readMs,
        boolean moves,
        Timeline timeline) {
      this.node = node;
      this.kept = kept;
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
          && kept == otherKept
          && nowMs >= readMs
          && nowMs - readMs < validMs
          && freeMb == free.getMemorySize()
          && freeVcores == free.getVirtualCores()
          && partition.equals(other.getPartition());
    }
  }

  /**
   * @param ends with the latest layout
   */
  public ReservationInputs(
      ElasticComponents components,
      ClusterReader reader,
      ProfileResolver profiles,
      JobEndEstimates ends,
      ProfileTrustRegistry trust) {
    this.policy = components.reservations;
    this.rules = components.rules;
    this.clockMs = components.clockMs;
    this.reader = reader;
    this.profiles = profiles;
    this.ends = ends;
    this.trust = trust;
  }

  ReservationPolicy policy() {
    return policy;
  }

  /** Whether the policy could wait for anything. */
  boolean mayWait() {
    return ContainerSizer.mayWait(policy);
  }

  /** Whether a job's asks have a profile: those of others are the scheduler's own business. */
  boolean concerns(JobDescriptor job, int priority) {
    return profiles.of(job, priority) != null;
  }

  /** The number of the estimate that jobs' ends are known from; below 0 if there is none. */
  long estimate() {
    return ends.estimate();
  }

  /** Another number whenever profiles are read anew. */
  int profilesVersion() {
    return profiles.version();
  }

  long nowMs() {
    return clockMs.getAsLong();
  }

  /** The containers of other jobs on nodes that are reserved. */
  BackfillRegistry backfill() {
    return backfill;
  }

  /** What counts of a size where vcores do not. */
  int vcores(Resource size) {
    return rules.countsVcores() ? size.getVirtualCores() : 0;
  }

  /** A reserved node, with its reservation whether or not it shows just now. */
  ReservationView of(SchedulerNode node, RMContainer kept) {
    return of(node, kept, Collections.emptyList());
  }

  /**
   * A node that a job might reserve.
   *
   * @param held the job's reservations on others
   */
  ReservationView of(SchedulerNode node, Collection<RMContainer> held) {
    return of(node, null, held);
  }

  /** When a node has room by what runs there now; {@link Timeline#UNKNOWN}. */
  long roomMs(SchedulerNode node, Resource size) {
    return of(node, Collections.emptyList())
        .timeline()
        .roomMs(node.getNodeID().toString(), size.getMemorySize(), vcores(size), nowMs());
  }

  private ReservationView of(SchedulerNode node, RMContainer kept, Collection<RMContainer> held) {
    long now = nowMs();
    // What a policy on another thread may still look at is not shared.
    boolean shared = held.isEmpty() && !mayWait();
    return new ReservationView(
        shared ? timeline(node, kept, now) : write(reader.around(node, kept, held, backfill)),
        ends.estimates(),
        now);
  }

  private Timeline timeline(SchedulerNode node, RMContainer kept, long now) {
    long trustVersion = trust.version();
    int profilesVersion = profiles.version();
    NodeTimeline known = timelines.get(node.getNodeID());
    if (known != null
        && known.trustVersion == trustVersion
        && known.profilesVersion == profilesVersion
        && known.isOf(node, kept, now)) {
      return known.timeline;
    }
    long before = changes.get();
    ClusterSnapshot read = reader.around(node, kept, Collections.emptyList(), backfill);
    boolean moves = read.tasks().stream().anyMatch(ClusterSnapshot.Task::moves);
    known = new NodeTimeline(node, kept, trustVersion, profilesVersion, now, moves, write(read));
    timelines.put(node.getNodeID(), known);
    if (changes.get() != before) {
      timelines.remove(node.getNodeID()); // it may have been read before the change
    }
    return known.timeline;
  }

  private Timeline write(ClusterSnapshot read) {
    return TimelineWriter.write(read, rules.order(), 0, 1);
  }

  /** Something starts or ends on a node; on any thread. */
  public void changed(NodeId node) {
    changes.incrementAndGet();
    timelines.remove(node);
  }

  /** Nodes, or what runs there, may have changed in any way; on any thread. */
  public void changed() {
    changes.incrementAndGet();
    timelines.clear();
  }
}
