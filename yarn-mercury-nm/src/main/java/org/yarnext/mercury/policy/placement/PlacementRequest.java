// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.yarnext.mercury.policy.ResourceVector;

/** Number and locations of containers of one kind that an application requests. Immutable. */
public final class PlacementRequest {
  private final int count;
  private final String partition;
  private final Map<String, ? extends Number> hosts;
  private final Map<String, ? extends Number> racks;
  private final boolean strict;
  private final long costMs;
  private final ResourceVector size;

  private PlacementRequest(
      int count,
      String partition,
      Map<String, ? extends Number> hosts,
      Map<String, ? extends Number> racks,
      boolean strict,
      long costMs,
      ResourceVector size) {
    this.count = Math.max(0, count);
    this.partition = partition == null ? "" : partition;
    this.hosts = hosts;
    this.racks = racks;
    this.strict = strict;
    this.costMs = costMs;
    this.size = size;
  }

  /**
   * Creates a request that any node may serve.
   *
   * @param count number of containers; negative counts as 0
   * @param partition the node label that a node must have exactly; null is the default partition
   */
  public static PlacementRequest of(int count, String partition) {
    return new PlacementRequest(
        count,
        partition,
        Collections.emptyMap(),
        Collections.emptyMap(),
        false,
        1,
        ResourceVector.NONE);
  }

  /**
   * Returns a copy with preferred locations. An application may have thousands of them in each
   * call, so they are not copied: the maps must not change before the decision, or {@link
   * #detached}.
   *
   * @param byHost number of containers that each host may take as node-local ones; the sum may
   *     exceed the count, as with replicas of a block. Counts below 1 do not count
   * @param byRack likewise by rack; as everywhere in YARN, a node-local container also uses one of
   *     its rack
   */
  public PlacementRequest near(
      Map<String, ? extends Number> byHost, Map<String, ? extends Number> byRack) {
    return new PlacementRequest(count, partition, byHost, byRack, strict, costMs, size);
  }

  /** Returns a copy that shares no map with its creator. */
  PlacementRequest detached() {
    return near(new LinkedHashMap<>(hosts), new LinkedHashMap<>(racks));
  }

  /**
   * Returns a copy that only its locations may serve; otherwise it waits. Has no effect on a
   * request without locations.
   */
  public PlacementRequest strictly() {
    return new PlacementRequest(count, partition, hosts, racks, true, costMs, size);
  }

  /**
   * Returns a copy with the wait that one of its containers adds to a node, in ms: its estimated
   * run time divided by the number of containers that a node runs at once. All requests of a view
   * use the same unit; 1, the default, if waits are unknown.
   */
  public PlacementRequest withCostMs(long newCostMs) {
    return new PlacementRequest(
        count, partition, hosts, racks, strict, Math.max(1, newCostMs), size);
  }

  /** Returns a copy with the size of one container, which excludes smaller nodes. */
  public PlacementRequest sized(ResourceVector newSize) {
    return new PlacementRequest(count, partition, hosts, racks, strict, costMs, newSize);
  }

  /** Returns the number of wanted containers; 0 or more. */
  public int count() {
    return count;
  }

  /** Returns the node label that a node must have; empty for the default partition, never null. */
  public String partition() {
    return partition;
  }

  /** Returns the number of wanted containers by host; not to be changed. */
  public Map<String, ? extends Number> hosts() {
    return hosts;
  }

  /** Returns the number of wanted containers by rack; not to be changed. */
  public Map<String, ? extends Number> racks() {
    return racks;
  }

  /** Returns whether nodes outside the named locations may serve it. */
  public boolean anywhere() {
    return !strict || !(isAny(hosts) || isAny(racks));
  }

  private static boolean isAny(Map<String, ? extends Number> counts) {
    for (Number count : counts.values()) {
      if (count.intValue() > 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns the wait that one container adds to a node, in ms; 1 if waits are unknown. */
  public long costMs() {
    return costMs;
  }

  /** Returns the size of one container; zero if unknown. */
  public ResourceVector size() {
    return size;
  }

  @Override
  public String toString() {
    return count + " in '" + partition + "' hosts=" + hosts + " racks=" + racks;
  }
}
