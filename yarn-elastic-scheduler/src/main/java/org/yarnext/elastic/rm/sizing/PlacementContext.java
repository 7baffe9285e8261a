// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.sizing;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.yarnext.common.decision.Decision;

/**
 * The placement of one attempt on one node by one thread, with the decisions made in it, so that
 * every call about a request sees the same size. Visible only to the placing thread: to others the
 * attempt shows its regular requests meanwhile.
 */
public final class PlacementContext implements AutoCloseable {
  private static final ThreadLocal<PlacementContext> CURRENT = new ThreadLocal<>();

  private final SchedulerApplicationAttempt attempt;
  private final SchedulerNode node;
  private final PlacementContext outer;
  private final boolean acts;

  /** All grants but the latest, which usually is the only one; null until there are several. */
  private Map<SchedulerRequestKey, Grant> grants;

  private SchedulerRequestKey latest;
  private Grant latestGrant;

  private PlacementContext(
      SchedulerApplicationAttempt attempt,
      SchedulerNode node,
      boolean acts,
      PlacementContext outer) {
    this.attempt = attempt;
    this.acts = acts;
    this.node = node;
    this.outer = outer;
  }

  /** The size with which a request of {@code requestedMb} is placed; -1 for its regular one. */
  public static final class Grant {
    final Resource requested;
    public final long requestedMb;
    public final long mb;

    /** Null if no decision was needed. */
    public final Decision<Long> why;

    /** True if the request may reserve the node; null until that matters. */
    public Boolean reserves;

    /** True if it may use the node, which is reserved for another; null until that matters. */
    public Boolean mayUseReserved;

    public Grant(Resource requested, Decision<Long> why) {
      this.requested = requested;
      this.requestedMb = requested.getMemorySize();
      this.mb = why == null || why.value() == null ? -1 : why.value();
      this.why = why;
    }
  }

  /**
   * Begins a placement on this thread; close it on this thread.
   *
   * @param acts whether its decisions are applied, also if the mode changes meanwhile
   */
  public static PlacementContext begin(
      SchedulerApplicationAttempt attempt, SchedulerNode node, boolean acts) {
    PlacementContext placing = new PlacementContext(attempt, node, acts, CURRENT.get());
    CURRENT.set(placing);
    return placing;
  }

  /** Returns this thread's placement if it is of this attempt; else null. */
  public static PlacementContext of(SchedulerApplicationAttempt attempt) {
    PlacementContext placing = CURRENT.get();
    return placing != null && placing.attempt == attempt ? placing : null;
  }

  /** Returns this thread's placement; null if there is none. */
  public static PlacementContext current() {
    return CURRENT.get();
  }

  public SchedulerApplicationAttempt attempt() {
    return attempt;
  }

  /** Returns whether the decisions of this placement are applied. */
  public boolean acts() {
    return acts;
  }

  public SchedulerNode node() {
    return node;
  }

  /** Records that stock examines the request. */
  public void examine(SchedulerRequestKey key) {
    if (!Objects.equals(key, latest)) {
      if (latestGrant != null) {
        grants = grants == null ? new HashMap<>(4) : grants;
        grants.put(latest, latestGrant);
      }
      latest = key;
      latestGrant = grants == null ? null : grants.get(key);
    }
  }

  /** Returns the request examined last, which is being placed; null if there was none. */
  public SchedulerRequestKey latest() {
    return latest;
  }

  /** Returns the grant of a request; null if not decided yet. */
  public Grant grant(SchedulerRequestKey key) {
    if (Objects.equals(key, latest)) {
      return latestGrant;
    }
    return grants == null ? null : grants.get(key);
  }

  /**
   * Records a decision.
   *
   * @param why the decision, with or without a size; null if the request is placed with its regular
   *     size without one
   */
  public Grant decided(SchedulerRequestKey key, Resource requested, Decision<Long> why) {
    Grant grant = new Grant(requested, why);
    examine(key);
    latestGrant = grant;
    return grant;
  }

  /**
   * Returns the requested size. Reads the request only if nothing was decided about it, since that
   * takes three locks.
   */
  public Resource requested(SchedulerRequestKey key) {
    Grant grant = grant(key);
    return grant == null
        ? attempt.getPendingAsk(key, ResourceRequest.ANY).getPerAllocationResource()
        : grant.requested;
  }

  /** Returns whether the request was granted this size, which is less than requested. */
  public boolean isGranted(SchedulerRequestKey key, Resource size) {
    Grant grant = grant(key);
    return grant != null && grant.mb > 0 && grant.mb == size.getMemorySize();
  }

  @Override
  public void close() {
    CURRENT.set(outer); // null keeps the map entry, which is cheaper
  }
}
