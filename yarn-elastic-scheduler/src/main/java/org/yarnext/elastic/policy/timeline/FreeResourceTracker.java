// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.elastic.policy.timeline.queue.JobId;

/** Tracks the free resources and the reservation of each node during a layout. */
final class FreeResourceTracker {
  private final List<NodeState> nodes;
  private final UnplacedTasks unplaced;
  private final int maxReserved;
  private final long[] freeMb;
  private final int[] freeVcores;
  private final Reservation[] reservations;
  private final Map<Integer, Set<Integer>> reservedNodes = new HashMap<>();
  private long usedMb;
  private long maxUsedMb;

  FreeResourceTracker(TimelineSnapshot snapshot, UnplacedTasks unplaced) {
    this.nodes = snapshot.nodes;
    this.unplaced = unplaced;
    maxReserved = snapshot.maxReserved;
    freeMb = new long[nodes.size()];
    freeVcores = new int[nodes.size()];
    reservations = new Reservation[nodes.size()];
    for (int n = 0; n < freeMb.length; n++) {
      NodeState node = nodes.get(n);
      freeMb[n] = node.freeMb;
      freeVcores[n] = node.freeVcores;
      usedMb += node.memoryMb - node.freeMb;
      if (node.reservation != null
          && unplaced.number(node.reservation.job()) != UnplacedTasks.NONE) {
        reserve(n, node.reservation);
      }
    }
    maxUsedMb = usedMb;
  }

  /** Adds resources to the use of a node; negative amounts are released. */
  void use(int n, long mb, int cores) {
    freeMb[n] -= mb;
    freeVcores[n] -= cores;
    usedMb += mb;
    maxUsedMb = Math.max(maxUsedMb, usedMb);
  }

  /** Returns the maximum memory in use so far. */
  long maxUsedMb() {
    return maxUsedMb;
  }

  boolean fits(int group, int n) {
    return unplaced.memoryMb(group) <= freeMb[n] && unplaced.vcores(group) <= freeVcores[n];
  }

  /** Returns how many of the group's tasks fit the node now. */
  int fitting(int group, int n) {
    long fitting = Math.min(unplaced.left(group), freeMb[n] / unplaced.memoryMb(group));
    int cores = unplaced.vcores(group);
    return (int) (cores == 0 ? fitting : Math.min(fitting, freeVcores[n] / cores));
  }

  /** Returns the group whose turn it is among those that fit now. */
  int firstFitting(int n) {
    return unplaced.first(freeMb[n], freeVcores[n]);
  }

  /** Returns the group whose turn it is among those that may wait for the node. */
  int first(int n) {
    return maxReserved == 0
        ? firstFitting(n)
        : unplaced.first(nodes.get(n).memoryMb, nodes.get(n).vcores);
  }

  /** Returns how many of the group's tasks are placed in a row on the node. */
  int inARow(int group, int n) {
    return maxReserved == 0
        ? unplaced.inARow(group, freeMb[n], freeVcores[n])
        : unplaced.inARow(group, nodes.get(n).memoryMb, nodes.get(n).vcores);
  }

  boolean isReserved(int n) {
    return reservations[n] != null;
  }

  /**
   * Returns the group for which the node is reserved; {@link UnplacedTasks#NONE} if it no longer
   * waits.
   */
  int keptFor(int n) {
    Reservation reservation = reservations[n];
    return unplaced.find(reservation.job(), reservation.memoryMb(), reservation.vcores());
  }

  /**
   * Returns whether the group may reserve the node. A full node is not reserved: it is offered
   * again when a task there ends.
   */
  boolean mayReserve(int group, int n) {
    int held = reservedNodes(unplaced.jobOf(group)).size();
    return freeMb[n] > 0 && held < maxReserved && held < unplaced.left(group);
  }

  void reserve(int n, int group) {
    JobId job = unplaced.job(unplaced.jobOf(group));
    reserve(n, new Reservation(job, unplaced.memoryMb(group), unplaced.vcores(group)));
  }

  private void reserve(int n, Reservation reservation) {
    int job = unplaced.number(reservation.job());
    reservations[n] = reservation;
    reservedNodes.computeIfAbsent(job, j -> new LinkedHashSet<>()).add(n);
  }

  void dropReservation(int n) {
    int job = unplaced.number(reservations[n].job());
    reservations[n] = null;
    reservedNodes.get(job).remove(n);
  }

  /** Returns the nodes reserved for a job, in the order of reservation. */
  Set<Integer> reservedNodes(int job) {
    return reservedNodes.getOrDefault(job, Collections.emptySet());
  }
}
