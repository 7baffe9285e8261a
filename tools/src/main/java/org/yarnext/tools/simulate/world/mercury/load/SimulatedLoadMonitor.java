// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Simulates stock's NodeQueueLoadMonitor and QueueLimitCalculator in the ResourceManager, and the
 * node list that its service caches for a second. It sorts nodes at intervals, those with the
 * newest report first among equals, and leaves out full ones.
 */
public final class SimulatedLoadMonitor<N extends SimulatedLoadMonitor.Node> {
  /** A node with its last report. */
  public interface Node {
    /** Returns the position among all nodes, from 0. */
    int index();

    ResourceVector total();

    /** Returns the resources of running and waiting containers. */
    ResourceVector allocated();

    /** Returns the last reported queue length. */
    int reportedLength();

    /** Returns the last reported wait, in ms. */
    double reportedWaitMs();
  }

  private final NodeLoadSettings model;
  private final NodeLoadOrder order;
  private final Random random;

  /** Queue length of each node: the reported one plus later placements. */
  private final int[] lengths;

  private final double[] waitsMs;

  /**
   * Resources of each node's running and waiting containers, likewise; kept only if the order uses
   * them.
   */
  private final ResourceVector[] allocated;

  /** Sequence numbers of the nodes' latest reports; -1 before the first. */
  private final long[] reports;

  private final List<N> hosts;
  private List<N> sorted = Collections.emptyList();
  private List<N> listed = Collections.emptyList();
  private long listedMs;
  private long reportNumber;
  private int meanLength;
  private int lengthDeviation;

  /**
   * Creates a monitor that knows nothing of the nodes yet.
   *
   * @param hosts all nodes, by their index
   * @param random one generator where stock makes a new one for each container
   */
  public SimulatedLoadMonitor(
      NodeLoadSettings model, List<N> hosts, NodeLoadOrder order, Random random) {
    this.model = model;
    this.hosts = hosts;
    this.order = order;
    this.random = random;
    this.lengths = new int[hosts.size()];
    this.waitsMs = new double[hosts.size()];
    this.allocated = new ResourceVector[hosts.size()];
    this.reports = new long[hosts.size()];
    Arrays.fill(reports, -1);
  }

  /** Takes the report of a node. */
  public void onHeartbeat(N host) {
    lengths[host.index()] = host.reportedLength();
    waitsMs[host.index()] = host.reportedWaitMs();
    if (order == NodeLoadOrder.QUEUE_LENGTH_THEN_RESOURCES) {
      allocated[host.index()] = host.allocated();
    }
    reports[host.index()] = reportNumber++;
  }

  /** Sorts the nodes; called at {@code sorting-nodes-interval-ms}. */
  public void sort() {
    List<N> known = new ArrayList<>(hosts.size());
    for (N host : hosts) {
      if (reports[host.index()] >= 0 && lengths[host.index()] < model.queueCapacity()) {
        known.add(host);
      }
    }
    known.sort(byLoad(known).thenComparingLong(host -> -reports[host.index()]));
    sorted = known;
    measure();
  }

  private Comparator<N> byLoad(List<N> known) {
    if (order == NodeLoadOrder.QUEUE_WAIT_TIME) {
      return Comparator.comparingDouble(host -> waitsMs[host.index()]);
    }
    Comparator<N> byLength = Comparator.comparingInt(host -> lengths[host.index()]);
    return order == NodeLoadOrder.QUEUE_LENGTH ? byLength : byLength.thenComparing(byRoom(known));
  }

  /**
   * Orders nodes by the free share of the cluster's scarcest resource, then by free cores and free
   * memory, largest first.
   */
  private Comparator<N> byRoom(List<N> known) {
    long mb = Math.max(1, known.stream().mapToLong(host -> host.total().memoryMb()).sum());
    long vcores = Math.max(1, known.stream().mapToLong(host -> host.total().vcores()).sum());
    Comparator<N> byShare =
        Comparator.comparingDouble(
            host ->
                Math.min((float) room(host).memoryMb() / mb, (float) room(host).vcores() / vcores));
    return byShare
        .thenComparingLong(host -> room(host).vcores())
        .thenComparingLong(host -> room(host).memoryMb())
        .reversed();
  }

  /** Returns the free resources, at least 0, though waiting containers count. */
  private ResourceVector room(N host) {
    return host.total().minus(allocated[host.index()]).max(ResourceVector.NONE);
  }

  /** Computes mean and deviation with integers, as stock does. */
  private void measure() {
    if (sorted.isEmpty()) {
      return;
    }
    int sum = 0;
    for (N host : sorted) {
      sum += lengths[host.index()];
    }
    meanLength = sum / sorted.size();
    int squares = 0;
    for (N host : sorted) {
      int difference = lengths[host.index()] - meanLength;
      squares += difference * difference;
    }
    lengthDeviation = (int) Math.round(Math.sqrt(squares / (float) sorted.size()));
  }

  /** Returns the maximum queue length of a node. */
  public int lengthLimit() {
    int limit = (int) (meanLength + model.limitSigma * lengthDeviation);
    return Math.min(model.maxLength, Math.max(model.minLength, limit));
  }

  /**
   * Selects a random node among the least loaded that have room for a container, free or in the
   * queue; null if there is none.
   */
  public N selectAny(ResourceVector container) {
    int size = Math.min(model.nodesUsed, sorted.size());
    if (size == 0) {
      return null;
    }
    int start = random.nextInt(size);
    for (int i = 0; i < size; i++) {
      N host = sorted.get((start + i) % size);
      if (takes(host, container)) {
        return host;
      }
    }
    return null;
  }

  /** Reserves room for the container, if there is any. */
  private boolean takes(N host, ResourceVector container) {
    if (order == NodeLoadOrder.QUEUE_WAIT_TIME) {
      return true;
    }
    if (order == NodeLoadOrder.QUEUE_LENGTH_THEN_RESOURCES) {
      if (container.fitsIn(room(host))) {
        allocated[host.index()] = allocated[host.index()].plus(container);
        return true;
      }
      if (!container.fitsIn(host.total())) {
        return false;
      }
    }
    if (lengths[host.index()] >= model.queueCapacity()) {
      return false;
    }
    lengths[host.index()]++;
    return true;
  }

  /**
   * Returns the list that Application Masters' nodes receive; the same object until it is renewed.
   */
  public List<N> leastLoaded(long nowMs) {
    if (listed.isEmpty() || nowMs - listedMs > model.sortMs()) {
      listed =
          Collections.unmodifiableList(
              new ArrayList<>(sorted.subList(0, Math.min(model.nodesUsed, sorted.size()))));
      listedMs = listed.isEmpty() ? listedMs : nowMs;
    }
    return listed;
  }
}
