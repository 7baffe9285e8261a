// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

/** The node chosen for one container of a request, with its locality and cost. Immutable. */
public final class Assignment {
  /** Locality of an assignment. */
  public enum Locality {
    /** The node is a host that the request names. */
    NODE,
    /** The node is in a rack that the request names. */
    RACK,
    /** The node is elsewhere, or the request names no location. */
    ANY
  }

  private final int requestIndex;
  private final RankedNode ranked;
  private final Locality locality;
  private final long costMs;

  /**
   * Creates an assignment.
   *
   * @param requestIndex index of the request in the view, from 0
   * @param ranked the node as ranked at the decision
   * @param costMs wait that the container adds to the node, in ms
   */
  public Assignment(int requestIndex, RankedNode ranked, Locality locality, long costMs) {
    this.requestIndex = requestIndex;
    this.ranked = ranked;
    this.locality = locality;
    this.costMs = costMs;
  }

  /** Returns the index of the request in the view, from 0. */
  public int requestIndex() {
    return requestIndex;
  }

  /** Returns the node and its report; never null. */
  public CandidateNode node() {
    return ranked.node();
  }

  /** Returns the node as ranked at the decision. */
  RankedNode ranked() {
    return ranked;
  }

  /** Returns the wait that the container adds to the node, in ms. */
  public long costMs() {
    return costMs;
  }

  /** Returns how the node matches the request's locations; never null. */
  public Locality locality() {
    return locality;
  }

  /**
   * Returns the location whose count the container uses, as YARN names it: host, rack or {@code *}.
   */
  public String location() {
    switch (locality) {
      case NODE:
        return node().host();
      case RACK:
        return node().rack();
      default:
        return "*";
    }
  }

  @Override
  public String toString() {
    return "request " + requestIndex + " on " + node().id() + " " + locality;
  }
}
