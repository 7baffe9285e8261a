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
package org.yarnext.mercury.rm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.yarnext.mercury.allocation.NodeWaits;
import org.yarnext.mercury.master.Sizes;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.TypicalRun;
import org.yarnext.mercury.policy.coordinator.ClusterWaits;
import org.yarnext.mercury.policy.coordinator.NodeReport;
import org.yarnext.mercury.policy.coordinator.RankedNode;
import org.yarnext.mercury.policy.coordinator.Ranking;
import org.yarnext.mercury.policy.placement.CandidateNode;
import org.yarnext.mercury.policy.policing.Ceiling;

/**
 * The nodes that the coordinator ranks, as YARN's allocators and the placement policy want them:
 * made once a round, on the coordinator's thread, and changed where something is placed, since
 * there are thousands of them and every call that places looks at all. Thread-safe.
 */
final class CoordinatedNodes implements NodeWaits {
  private final RMContext context;
  private final Supplier<ClusterWaits> coordinator;
  private final TypicalRun typical;
  private final long unknownRunMs;
  private final Ceiling ceiling;

  /** Held while a list takes the place of the last one and while a wait of that changes. */
  private final Object changes = new Object();

  private volatile Listed last;

  /**
   * @param coordinator the coordinator's waits; null if there is none
   * @param typical what containers of which nothing is known are taken for
   * @param unknownRunMs the run time, in ms, of a container while nothing is known of any
   * @param ceiling how much of a node opportunistic containers may have
   */
  CoordinatedNodes(
      RMContext context,
      Supplier<ClusterWaits> coordinator,
      TypicalRun typical,
      long unknownRunMs,
      Ceiling ceiling) {
    this.context = context;
    this.coordinator = coordinator;
    this.typical = typical;
    this.unknownRunMs = unknownRunMs;
    this.ceiling = ceiling;
    forget();
  }

  /** What one round of the coordinator told; waits follow what is placed since. */
  private static final class Listed {
    /** The coordinator's; null if there is none. */
    final ClusterWaits waits;

    private final Ranking of;
    private final List<RemoteNode> nodes;

    final Map<String, RemoteNode> byHost;

    /** Of all nodes together. */
    final ResourceVector capability;

    /** In the order of the list. */
    private final List<Reported> inOrder;

    private final AtomicReferenceArray<CandidateNode> now;

    /** The different ones that fit on a node. */
    private final Set<ResourceVector> sizes = new HashSet<>();

    private final Map<RemoteNode, Integer> byNode = new IdentityHashMap<>();
    private final Map<NodeId, Integer> byId = new HashMap<>();

    Listed(ClusterWaits waits, Ranking of, List<Reported> inOrder, ResourceVector capability) {
      this.waits = waits;
      this.of = of;
      this.inOrder = inOrder;
      this.capability = capability;
      now = new AtomicReferenceArray<>(inOrder.size());
      List<RemoteNode> remotes = new ArrayList<>(inOrder.size());
      for (int i = 0; i < inOrder.size(); i++) {
        RemoteNode remote = inOrder.get(i).remote;
        remotes.add(remote);
        byNode.put(remote, i);
        byId.put(remote.getNodeId(), i);
        sizes.add(inOrder.get(i).largest);
      }
      nodes = remotes;
      byHost = SharedNodesBook.byHost(remotes);
    }

    boolean tells(ClusterWaits someWaits, Ranking ranking) {
      return waits == someWaits && of == ranking;
    }

    /** Whether these are all of the list, in its order, as applications take it over. */
    boolean isWhole(Collection<RemoteNode> some) {
      return some.size() == nodes.size()
          && !some.isEmpty()
          && some.iterator().next() == nodes.get(0);
    }

    List<CandidateNode> whole() {
      List<CandidateNode> all = new ArrayList<>(now.length());
      for (int i = 0; i < now.length(); i++) {
        all.add(now.get(i));
      }
      return all;
    }

    /** Null if it is not in this list, nor the same node of another round. */
    CandidateNode known(RemoteNode node) {
      Integer i = byNode.get(node);
      i = i == null ? byId.get(node.getNodeId()) : i;
      return i == null ? null : now.get(i);
    }

    boolean haveRoomFor(ResourceVector size) {
      return nodes.isEmpty() || sizes.stream().anyMatch(size::fitsIn);
    }

    /** What is to come to a node has changed. */
    void refresh(NodeId id) {
      Integer i = byId.get(id);
      if (i != null) {
        now.set(i, inOrder.get(i).now());
      }
    }

    void refreshAll() {
      for (int i = 0; i < now.length(); i++) {
        now.set(i, inOrder.get(i).now());
      }
    }
  }

  /** A node with the wait of its report alone, and what is to come. */
  private static final class Reported {
    final RemoteNode remote;
    private final CandidateNode node;

    /** The largest container that could start there. */
    private final ResourceVector largest;

    private final double waitMs;
    private final long places;
    private final ClusterWaits.InFlight inFlight;

    Reported(
        RemoteNode remote,
        CandidateNode node,
        ResourceVector largest,
        double waitMs,
        long places,
        ClusterWaits.InFlight inFlight) {
      this.remote = remote;
      this.node = node;
      this.largest = largest;
      this.waitMs = waitMs;
      this.places = places;
      this.inFlight = inFlight;
    }

    CandidateNode now() {
      long left = Math.max(0, places - inFlight.containers());
      return node.withWaitMs(Math.round(waitMs + inFlight.waitMs()))
          .withPlaces((int) Math.min(Integer.MAX_VALUE, left));
    }
  }

  /**
   * By host, least wait first; the same object until the coordinator's next round, and empty if
   * there has been none for too long. Waits for nobody.
   */
  Map<String, RemoteNode> byHost() {
    Listed listed = last;
    ClusterWaits waits = listed.waits;
    return waits != null
            && waits == coordinator.get()
            && waits.isFresh(listed.of, Time.monotonicNow())
        ? listed.byHost
        : Collections.emptyMap();
  }

  /** Takes over what the coordinator's round told; to be called after each, be it a failed one. */
  void ranked() {
    ClusterWaits waits = coordinator.get();
    Ranking now = waits == null ? Ranking.EMPTY : waits.ranking(Time.monotonicNow());
    if (last.tells(waits, now)) {
      return;
    }
    Listed listed = read(waits, now);
    synchronized (changes) {
      // Here, so that what was placed while it was made is in it.
      listed.refreshAll();
      last = listed;
    }
  }

  /** Knows no node until the coordinator's next round. */
  void forget() {
    last = new Listed(null, Ranking.EMPTY, Collections.emptyList(), ResourceVector.NONE);
  }

  private Listed read(ClusterWaits waits, Ranking ranking) {
    ResourceVector capability = ResourceVector.NONE;
    List<Reported> inOrder = new ArrayList<>(ranking.nodes().size());
    Map<String, NodeId> ids = new HashMap<>();
    context.getRMNodes().keySet().forEach(id -> ids.put(id.toString(), id));
    AbstractYarnScheduler<?, ?> scheduler = ActiveScheduler.of(context);
    Resource step = scheduler.getMinimumResourceCapability();
    for (RankedNode ranked : ranking.nodes()) {
      NodeId id = ids.get(ranked.node());
      SchedulerNode node = id == null ? null : scheduler.getNode(id);
      if (node != null) {
        RemoteNode remote = RemoteNode.newInstance(id, node.getHttpAddress());
        remote.setRackName(node.getRackName());
        remote.setNodePartition(node.getPartition());
        ResourceVector total = ceiling.most(Sizes.vector(node.getTotalResource()));
        CandidateNode candidate = NodeWaits.ofUnknownWait(remote).withTotal(total);
        inOrder.add(
            new Reported(
                remote,
                candidate,
                Sizes.wholeSteps(total, step),
                ranked.reportedWaitMs(),
                places(ranked, total),
                waits.inFlightTo(candidate.id())));
        capability = capability.plus(total);
      }
    }
    return new Listed(waits, ranking, inOrder, capability);
  }

  /** How many more a node takes as it has reported: one that finds its queue full is refused. */
  private static long places(RankedNode node, ResourceVector total) {
    if (node.queueCapacity() == NodeReport.NO_BOUND) {
      return Long.MAX_VALUE;
    }
    // Where nobody waits, some start at once: no more than there are cores.
    long atOnce = node.queueLength() == 0 ? total.vcores() : 0;
    return (long) node.queueCapacity() - node.queueLength() + atOnce;
  }

  @Override
  public List<CandidateNode> candidates(Collection<RemoteNode> nodes) {
    Listed listed = last;
    if (listed.isWhole(nodes)) {
      return listed.whole();
    }
    List<CandidateNode> candidates = new ArrayList<>(nodes.size());
    for (RemoteNode node : nodes) {
      CandidateNode known = listed.known(node);
      candidates.add(known == null ? NodeWaits.ofUnknownWait(node) : known);
    }
    return candidates;
  }

  /** Whether any node could ever start a container of a size, as far as nodes are known. */
  boolean haveRoomFor(ResourceVector size) {
    return last.haveRoomFor(size);
  }

  /** Its run time times its share of the mean node, as R spreads it over what runs side by side. */
  @Override
  public long costMs(Long runMs, Resource size) {
    Listed listed = last;
    double share =
        Math.max(
            size.getMemorySize() / (double) Math.max(1, listed.capability.memoryMb()),
            size.getVirtualCores() / (double) Math.max(1, listed.capability.vcores()));
    double ms = runMs == null ? typicalMs() : runMs;
    return Math.max(1, Math.round(ms * Math.min(1, share * listed.nodes.size())));
  }

  private double typicalMs() {
    double ms = typical.meanMs();
    return Double.isNaN(ms) ? unknownRunMs : ms;
  }

  @Override
  public void placed(Container container, long costMs) {
    ClusterWaits waits = last.waits;
    if (waits != null) {
      waits.placed(
          container.getId().toString(),
          container.getNodeId().toString(),
          costMs,
          Time.monotonicNow());
      refresh(container.getNodeId());
    }
  }

  @Override
  public void takenBack(Container container) {
    ClusterWaits waits = last.waits;
    if (waits != null) {
      waits.takenBack(container.getId().toString());
      refresh(container.getNodeId());
    }
  }

  /** The last of several threads sees what all of them placed, and a new list, too. */
  private void refresh(NodeId node) {
    synchronized (changes) {
      last.refresh(node);
    }
  }
}
