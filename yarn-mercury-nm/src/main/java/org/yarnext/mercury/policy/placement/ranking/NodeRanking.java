// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Nodes in order of expected wait, least first and ties broken at random, as a placement decision
 * sees them. Orders exist for each partition and each rack in it, so that a decision looks at the
 * nodes it uses and at few others. A changed node gives a new ranking that shares all else with the
 * one before. Its orders are updated when a decision first needs one, or by {@link #settle}, in
 * logarithmic time for each node that has changed since the last update.
 *
 * <p>Immutable and thread-safe.
 */
public final class NodeRanking {
  /** A ranking without nodes. */
  public static final NodeRanking EMPTY = of(Collections.emptyList(), new Random(0));

  private static final int CHUNK_BITS = 6;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /** Inverse of the fraction of changed nodes from which a sort is faster than moving them. */
  private static final int FEW = 8;

  /** Number of reports without a decision after which orders are made only if one needs them. */
  static final int MAX_UNREAD = 60;

  /** Number of changed nodes from which {@link #settle} updates the orders. */
  static final int MAX_UNSORTED = 8;

  /** The same object in all rankings of the same list of nodes. */
  private final NodeList list;

  /** The nodes by index; versions share the chunks that did not change. */
  private final RankedNode[][] chunks;

  private volatile NodeIndex index;

  /** Null until a decision needs them. */
  private volatile List<SummedTree<RankedNode>> orders;

  private final LatestOrders latest;

  /** Number of changes since the report. */
  private final int changes;

  /** The version for which orders were computed last, of all versions of one report. */
  private static final class LatestOrders {
    /** Null until a decision needs orders. */
    volatile NodeRanking version;
  }

  /** Records for all rankings of one list of nodes whether decisions read their orders. */
  private static final class NodeList {
    volatile boolean isRead = true;
    private int unread;

    /** Returns whether a decision will probably read the orders of the next reports. */
    boolean isNextRead() {
      unread = isRead ? 0 : unread + 1;
      isRead = false;
      return unread < MAX_UNREAD;
    }
  }

  private NodeRanking(
      NodeList list, RankedNode[][] chunks, NodeIndex index, LatestOrders latest, int changes) {
    this.list = list;
    this.chunks = chunks;
    this.index = index;
    this.latest = latest;
    this.changes = changes;
  }

  /** Ranks a node by the containers placed on it since its report. */
  interface Claimed {
    /** Ranks a node at an index by its current claims. */
    RankedNode rank(CandidateNode node, int index);
  }

  /** Ranks nodes on which nothing was placed since they reported. */
  public static NodeRanking of(List<CandidateNode> nodes, Random random) {
    return of(nodes, (node, i) -> new RankedNode(node, i, random.nextInt(), 0, 0));
  }

  /**
   * Ranks nodes.
   *
   * @param addedMs wait added by the containers placed on a node since its report, in ms
   */
  public static NodeRanking of(
      List<CandidateNode> nodes, ToLongFunction<CandidateNode> addedMs, Random random) {
    return of(
        nodes,
        (node, i) -> new RankedNode(node, i, random.nextInt(), addedMs.applyAsLong(node), 0));
  }

  /** Ranks nodes; the list's order is kept as {@link #inListOrder}. */
  static NodeRanking of(List<CandidateNode> nodes, Claimed claimed) {
    return new NodeRanking(new NodeList(), chunks(nodes, claimed), null, new LatestOrders(), 0);
  }

  private static RankedNode[][] chunks(List<CandidateNode> nodes, Claimed claimed) {
    RankedNode[][] chunks = new RankedNode[(nodes.size() + CHUNK - 1) >> CHUNK_BITS][];
    for (int c = 0; c < chunks.length; c++) {
      int from = c << CHUNK_BITS;
      chunks[c] = new RankedNode[Math.min(CHUNK, nodes.size() - from)];
      for (int i = 0; i < chunks[c].length; i++) {
        chunks[c][i] = claimed.rank(nodes.get(from + i), from + i);
      }
    }
    return chunks;
  }

  /** Computes all orders now, so that no decision has to. */
  NodeRanking complete() {
    orders();
    return this;
  }

  /**
   * Returns the same nodes with new reports, or null if the nodes differ.
   *
   * @param reports in the order of the list
   */
  NodeRanking reported(List<CandidateNode> reports, Claimed claimed) {
    if (reports.size() != size()) {
      return null;
    }
    for (int i = 0; i < reports.size(); i++) {
      if (!reports.get(i).isSameAs(node(i).node())) {
        return null;
      }
    }
    RankedNode[][] now = chunks(reports, claimed);
    if (!list.isNextRead()) {
      return new NodeRanking(list, now, index, new LatestOrders(), 0); // and no orders
    }
    List<RankedNode> changed = new ArrayList<>();
    for (int i = 0; i < reports.size(); i++) {
      RankedNode before = node(i);
      RankedNode after = now[i >> CHUNK_BITS][i & CHUNK - 1];
      if (!before.isSameAs(after)) {
        changed.add(after);
      }
    }
    boolean areFew = changed.size() <= size() / FEW;
    NodeRanking next =
        areFew ? with(changed) : new NodeRanking(list, now, index, new LatestOrders(), 0);
    return next.complete();
  }

  /** Returns whether no decision has to compute the orders. */
  boolean isComplete() {
    return orders != null;
  }

  /** Returns a copy in which the given nodes replace those of the same index. */
  NodeRanking with(Collection<RankedNode> changed) {
    RankedNode[][] newChunks = chunks.clone();
    for (RankedNode node : changed) {
      int c = node.index() >> CHUNK_BITS;
      if (newChunks[c] == chunks[c]) {
        newChunks[c] = chunks[c].clone();
      }
      newChunks[c][node.index() & CHUNK - 1] = node;
    }
    return new NodeRanking(list, newChunks, index, latest, changes + changed.size());
  }

  /** Returns whether it ranks the same list of nodes as another, with the same indices. */
  boolean isVersionOf(NodeRanking other) {
    return list == other.list;
  }

  /** Returns the indices of the nodes that differ from an earlier version of this ranking. */
  List<Integer> changedSince(NodeRanking earlier) {
    List<Integer> changed = new ArrayList<>();
    for (int c = 0; c < chunks.length; c++) {
      if (chunks[c] != earlier.chunks[c]) {
        for (int i = 0; i < chunks[c].length; i++) {
          if (chunks[c][i] != earlier.chunks[c][i]) {
            changed.add((c << CHUNK_BITS) + i);
          }
        }
      }
    }
    return changed;
  }

  private NodeIndex index() {
    NodeIndex known = index;
    if (known == null) {
      List<CandidateNode> nodes = new ArrayList<>(size());
      inListOrder().forEach(node -> nodes.add(node.node()));
      known = new NodeIndex(nodes);
      index = known;
    }
    return known;
  }

  private List<SummedTree<RankedNode>> orders() {
    List<SummedTree<RankedNode>> known = orders;
    if (known == null) {
      NodeRanking earlier = latest.version;
      known = earlier == null ? sort(index()) : ordersSince(earlier);
      orders = known;
      latest.version = this; // its orders are set first
    }
    return known;
  }

  /**
   * Updates the orders if many nodes have changed, and decisions read them. Otherwise the next such
   * decision would have to, for all nodes that others have changed.
   */
  void settle() {
    if (list.isRead && unsorted() >= MAX_UNSORTED) {
      orders();
    }
  }

  /** Returns for how many changes a decision would have to update the orders. */
  int unsorted() {
    NodeRanking earlier = latest.version;
    return orders != null || earlier == null ? 0 : Math.abs(changes - earlier.changes);
  }

  private List<SummedTree<RankedNode>> readOrders() {
    if (!list.isRead) {
      list.isRead = true;
    }
    return orders();
  }

  /** Returns the orders of another version with the nodes that differ. */
  private List<SummedTree<RankedNode>> ordersSince(NodeRanking earlier) {
    List<Integer> changed = changedSince(earlier);
    NodeIndex by = index();
    if (changed.size() > size() / FEW) {
      return sort(by);
    }
    List<SummedTree<RankedNode>> now = new ArrayList<>(earlier.orders);
    for (int i : changed) {
      int partition = by.partitionOrder(i);
      int rack = by.rackOrder(i);
      now.set(partition, now.get(partition).without(earlier.node(i)).with(node(i)));
      if (rack != partition) {
        now.set(rack, now.get(rack).without(earlier.node(i)).with(node(i)));
      }
    }
    return now;
  }

  private List<SummedTree<RankedNode>> sort(NodeIndex by) {
    List<List<RankedNode>> members = new ArrayList<>();
    for (int o = 0; o < by.orders(); o++) {
      members.add(new ArrayList<>());
    }
    // Sorted once: it takes linear time to sort the parts of a sorted list.
    for (RankedNode node : sortedNodes()) {
      members.get(by.partitionOrder(node.index())).add(node);
      if (by.rackOrder(node.index()) != by.partitionOrder(node.index())) {
        members.get(by.rackOrder(node.index())).add(node);
      }
    }
    List<SummedTree<RankedNode>> sorted = new ArrayList<>();
    members.forEach(nodes -> sorted.add(SummedTree.of(nodes)));
    return sorted;
  }

  /** Returns the number of ranked nodes. */
  public int size() {
    int full = chunks.length - 1;
    return full < 0 ? 0 : (full << CHUNK_BITS) + chunks[full].length;
  }

  public boolean isEmpty() {
    return chunks.length == 0;
  }

  RankedNode node(int i) {
    return chunks[i >> CHUNK_BITS][i & CHUNK - 1];
  }

  /** Returns a view of all nodes in the order of the list, not to be changed. */
  public List<RankedNode> inListOrder() {
    return new AbstractList<RankedNode>() {
      @Override
      public RankedNode get(int i) {
        return node(i);
      }

      @Override
      public int size() {
        return NodeRanking.this.size();
      }
    };
  }

  /** Returns a node by {@code host:port}; null if it is not ranked. */
  public RankedNode find(String id) {
    for (RankedNode node : atHost(id.substring(0, Math.max(0, id.lastIndexOf(':'))))) {
      if (node.node().id().equals(id)) {
        return node;
      }
    }
    return null;
  }

  /** Returns the nodes of a partition that are large enough for a size, least load first. */
  public Iterator<RankedNode> leastLoaded(String partition, ResourceVector size) {
    return ordered(index().order(partition), size);
  }

  /**
   * Returns the nodes of a rack and partition that are large enough for a size, least load first.
   */
  public Iterator<RankedNode> leastLoaded(String partition, String rack, ResourceVector size) {
    return ordered(index().order(partition, rack), size);
  }

  private Iterator<RankedNode> ordered(int order, ResourceVector size) {
    return order < 0 ? Collections.emptyIterator() : readOrders().get(order).serving(size);
  }

  /** Returns the nodes at a host, of any partition. */
  public List<RankedNode> atHost(String host) {
    int[] indices = index().atHost(host);
    if (indices.length == 1) {
      return Collections.singletonList(node(indices[0]));
    }
    List<RankedNode> there = new ArrayList<>(indices.length);
    for (int i : indices) {
      there.add(node(i));
    }
    return there;
  }

  /**
   * Returns the time by which the waits of a partition's nodes may grow in total, each up to a
   * bound, in ms.
   */
  public long roomMs(String partition, long boundMs) {
    int order = index().order(partition);
    if (order < 0) {
      return 0;
    }
    SummedTree.Sums below = readOrders().get(order).first(node -> node.hasRoom(boundMs));
    return below.count * boundMs - below.weight;
  }

  /** Returns whether any node is in a partition. */
  public boolean hasPartition(String partition) {
    return index().order(partition) >= 0;
  }

  /** Returns a size that fits every node of a partition. */
  public ResourceVector smallest(String partition) {
    return index().smallest(partition);
  }

  /** Returns the total resources of all nodes, as far as known. */
  public ResourceVector capacity() {
    return index().capacity();
  }

  /** Returns all nodes, least load first. */
  public List<CandidateNode> leastLoadedFirst() {
    List<CandidateNode> nodes = new ArrayList<>(size());
    sortedNodes().forEach(node -> nodes.add(node.node()));
    return nodes;
  }

  private List<RankedNode> sortedNodes() {
    List<RankedNode> all = new ArrayList<>(inListOrder());
    Collections.sort(all);
    return all;
  }

  /** Returns whether some node is large enough for a container of a size. */
  public boolean hasNodeFor(ResourceVector size) {
    NodeRanking other = orders == null ? latest.version : null; // its nodes have the same sizes
    for (SummedTree<RankedNode> order : other == null ? readOrders() : other.orders) {
      if (order.serving(size).hasNext()) {
        return true;
      }
    }
    return false;
  }
}
