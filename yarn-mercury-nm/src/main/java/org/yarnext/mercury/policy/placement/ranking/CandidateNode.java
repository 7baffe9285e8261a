// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

import java.util.Objects;
import org.yarnext.mercury.policy.ResourceVector;

/** A node that opportunistic containers may be placed on, and its last report. Immutable. */
public final class CandidateNode {
  /** Wait of a node that reported none. */
  public static final long UNKNOWN_WAIT = -1;

  private final String host;
  private final int port;
  private final String rack;
  private final String partition;
  private final long waitMs;

  /** Null if unknown. */
  private final ResourceVector total;

  private final int places;
  private final Object source;
  private final String id;

  private CandidateNode(
      String host,
      int port,
      String rack,
      String partition,
      long waitMs,
      ResourceVector total,
      int places,
      Object source,
      String id) {
    this.host = Objects.requireNonNull(host, "host");
    this.port = port;
    this.rack = rack == null ? "" : rack;
    this.partition = partition == null ? "" : partition;
    this.waitMs = waitMs;
    this.total = total;
    this.places = places;
    this.source = source;
    this.id = id;
  }

  /**
   * Creates a node of unknown wait and size.
   *
   * @param host as in requests and blacklists
   * @param rack its network location, such as {@code /rack1}; null if unknown
   * @param partition its node label; null counts as the default partition, which is empty
   */
  public static CandidateNode of(String host, int port, String rack, String partition) {
    return new CandidateNode(
        host,
        port,
        rack,
        partition,
        UNKNOWN_WAIT,
        null,
        Integer.MAX_VALUE,
        null,
        host + ":" + port);
  }

  /** Returns a copy with an estimated queue wait R, in ms; a negative one is unknown. */
  public CandidateNode withWaitMs(long newWaitMs) {
    return with(Math.max(UNKNOWN_WAIT, newWaitMs), total, places, source);
  }

  /**
   * Returns a copy with another report: the wait, in ms, negative if unknown, and how many more
   * containers the node accepts, 0 or less if none.
   */
  public CandidateNode reporting(long newWaitMs, int newPlaces) {
    return with(Math.max(UNKNOWN_WAIT, newWaitMs), total, newPlaces, source);
  }

  /** Returns a copy with the node's total resources for containers, used ones included. */
  public CandidateNode withTotal(ResourceVector newTotal) {
    return with(waitMs, newTotal, places, source);
  }

  /** Returns a copy with the caller's own object for the node. */
  public CandidateNode withSource(Object newSource) {
    return with(waitMs, total, places, newSource);
  }

  private CandidateNode with(
      long newWaitMs, ResourceVector newTotal, int newPlaces, Object newSource) {
    if (newWaitMs == waitMs
        && newPlaces == places
        && newSource == source
        && Objects.equals(newTotal, total)) {
      return this;
    }
    return new CandidateNode(
        host, port, rack, partition, newWaitMs, newTotal, newPlaces, newSource, id);
  }

  /** Returns {@code host:port}. */
  public String id() {
    return id;
  }

  /** Returns the host, as in requests and blacklists; never null. */
  public String host() {
    return host;
  }

  /** Returns the rack; empty if unknown. */
  public String rack() {
    return rack;
  }

  /** Returns the partition; empty for the default one. */
  public String partition() {
    return partition;
  }

  /** Returns the estimated queue wait R, in ms, or {@link #UNKNOWN_WAIT}. */
  public long waitMs() {
    return waitMs;
  }

  /** Returns the total resources for containers; null if unknown. */
  public ResourceVector total() {
    return total;
  }

  /**
   * Returns how many more containers the node accepts before it refuses one; {@link
   * Integer#MAX_VALUE} if unknown.
   */
  public int places() {
    return places;
  }

  /** Returns the caller's own object for the node; null if none was set. */
  public Object source() {
    return source;
  }

  /**
   * Returns whether a container of a size could ever start here; true if the size of the node is
   * unknown.
   */
  public boolean isLargeEnoughFor(ResourceVector size) {
    return total == null || size.fitsIn(total);
  }

  /**
   * Returns whether it is the same node in the same rack and of the same size; the reports may
   * differ.
   */
  boolean isSameAs(CandidateNode o) {
    return this == o
        || (source == o.source
            && port == o.port
            && host.equals(o.host)
            && rack.equals(o.rack)
            && partition.equals(o.partition)
            && Objects.equals(total, o.total));
  }

  @Override
  public String toString() {
    return id() + "{rack=" + rack + ", partition=" + partition + ", waitMs=" + waitMs + "}";
  }
}
