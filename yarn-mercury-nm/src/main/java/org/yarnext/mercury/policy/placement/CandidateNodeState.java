// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import org.yarnext.mercury.policy.placement.ranking.CandidateNode;
import org.yarnext.mercury.policy.placement.ranking.RankedNode;

/** State of a node during one placement decision, with its wait after the assignments so far. */
final class CandidateNodeState {
  private final RankedNode ranked;
  private final long boundMs;
  private long loadMs;
  private int places;

  /**
   * Creates the state of a node.
   *
   * @param boundMs wait up to which the decision may load the node, in ms
   */
  CandidateNodeState(RankedNode ranked, long boundMs) {
    this.ranked = ranked;
    this.boundMs = boundMs;
    this.loadMs = ranked.loadMs();
    this.places = ranked.places();
  }

  RankedNode ranked() {
    return ranked;
  }

  CandidateNode node() {
    return ranked.node();
  }

  long loadMs() {
    return loadMs;
  }

  /**
   * Returns by how much the decision may still lengthen the wait, in ms; 0 or less if there is no
   * room.
   */
  long roomMs() {
    return boundMs - loadMs;
  }

  boolean isFull() {
    return roomMs() <= 0 || places <= 0;
  }

  /** Adds one container. */
  void add(long costMs) {
    loadMs += costMs;
    places--;
  }
}
