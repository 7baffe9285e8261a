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
package org.yarnext.mercury.policy.placement;

/** Assigns one container of a request to a node. Immutable. */
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

  private final int ask;
  private final RankedNode ranked;
  private final Locality locality;
  private final long costMs;

  Assignment(int ask, RankedNode ranked, Locality locality, long costMs) {
    this.ask = ask;
    this.ranked = ranked;
    this.locality = locality;
    this.costMs = costMs;
  }

  /** Returns the index of the request in the view, from 0. */
  public int ask() {
    return ask;
  }

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
    return "ask " + ask + " on " + node().id() + " " + locality;
  }
}
