// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

import org.yarnext.mercury.policy.ResourceVector;

/** A node of a {@link NodeRanking}: its last report and the placements on it since. Immutable. */
public final class RankedNode implements SummedTree.Element, Comparable<RankedNode> {
  /** Order of a node that accepts no more containers: behind all others. */
  private static final long LAST_MS = Long.MAX_VALUE;

  /**
   * Upper bound of a load, in ms, so that the sum over a million nodes fits a long; about 280
   * years.
   */
  private static final long MAX_LOAD_MS = Long.MAX_VALUE >> 20;

  private static final ResourceVector ANY_SIZE = ResourceVector.of(Long.MAX_VALUE, Long.MAX_VALUE);

  private final CandidateNode node;
  private final int index;
  private final int lot;
  private final long claimedMs;
  private final long loadMs;
  private final int places;

  /** Read for each element of a changed order, and so kept here. */
  private final ResourceVector largest;

  /**
   * Creates a ranked node.
   *
   * @param index position in the ranking's list, from 0
   * @param lot random number that orders nodes of equal load
   * @param claimedMs wait added by containers placed since the report, in ms
   * @param claimed number of these containers
   */
  RankedNode(CandidateNode node, int index, int lot, long claimedMs, int claimed) {
    this.node = node;
    this.index = index;
    this.lot = lot;
    this.claimedMs = Math.max(0, claimedMs);
    // An unknown wait counts as 0.
    loadMs = Math.min(MAX_LOAD_MS, Math.max(0, node.waitMs()) + this.claimedMs);
    largest = node.total() == null ? ANY_SIZE : node.total();
    places = node.places() == Integer.MAX_VALUE ? node.places() : node.places() - claimed;
  }

  public CandidateNode node() {
    return node;
  }

  /** Returns the position in the ranking's list, from 0. */
  public int index() {
    return index;
  }

  /** Returns the wait added by containers placed since the report, in ms, 0 or more. */
  long claimedMs() {
    return claimedMs;
  }

  /**
   * Returns the expected wait of the next container, in ms, 0 or more: the reported wait plus later
   * claims.
   */
  public long loadMs() {
    return loadMs;
  }

  /** Returns how many more containers the node accepts; 0 or less is none. */
  public int places() {
    return places;
  }

  private long orderMs() {
    return places > 0 ? loadMs : LAST_MS;
  }

  /** Returns whether report and load equal another's. */
  boolean isSameAs(RankedNode o) {
    return loadMs == o.loadMs
        && places == o.places
        && node.waitMs() == o.node.waitMs()
        && node.places() == o.node.places();
  }

  /** Returns whether a container may be added without making the wait longer than a bound. */
  public boolean hasRoom(long boundMs) {
    return orderMs() < boundMs;
  }

  @Override
  public long weight() {
    return places > 0 ? loadMs : 0;
  }

  @Override
  public ResourceVector largest() {
    return largest;
  }

  @Override
  public int compareTo(RankedNode o) {
    int byLoad = Long.compare(orderMs(), o.orderMs());
    int byLot = byLoad != 0 ? byLoad : Integer.compare(lot, o.lot);
    return byLot != 0 ? byLot : Integer.compare(index, o.index);
  }

  @Override
  public boolean equals(Object o) {
    return this == o;
  }

  @Override
  public int hashCode() {
    return index;
  }

  @Override
  public String toString() {
    return node.id() + "{loadMs=" + loadMs + ", places=" + places + "}";
  }
}
