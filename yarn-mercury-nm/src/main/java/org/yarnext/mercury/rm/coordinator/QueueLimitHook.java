// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.coordinator;

import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.server.api.records.ContainerQueuingLimit;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.distributed.QueueLimitCalculator;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.distributed.SuppliedQueueLimits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardState;

/**
 * Hooks {@code RMContextImpl.setContainerQueueLimitCalculator}: replaces the wait limit that
 * stock's calculator puts into each heartbeat's response, as long as the coordinator decides; the
 * length limit stays stock's. Thread-safe: heartbeats call it on the threads of the resource
 * tracker's RPC server.
 *
 * <p>A decision older than stale-after is not sent: the coordinator was removed at a refresh, its
 * thread hangs or the ResourceManager stood still. The first heartbeat to notice restores stock's
 * calculator; the next decision, if one comes, replaces it again.
 */
final class QueueLimitHook {
  private static final Logger LOG = LoggerFactory.getLogger(QueueLimitHook.class);
  private static final int NO_LIMIT = -1;

  private final RMContextImpl context;
  private final Guard guard;
  private final BooleanSupplier acts;
  private final LongSupplier clockMs;
  private final long staleAfterMs;
  private final Runnable ranOut;
  private final QueueLimitCalculator calculator;
  private boolean closed;
  private boolean saidWhyNot;
  private volatile QueueLimitCalculator stock;
  private volatile Sent sent;

  private static final class Sent {
    final int waitMs;
    final long atMs;

    Sent(int waitMs, long atMs) {
      this.waitMs = waitMs;
      this.atMs = atMs;
    }
  }

  /**
   * Creates a hook.
   *
   * @param acts whether decisions are sent now; if not, heartbeats carry stock's limits at once
   * @param ranOut called after stock's calculator was restored because no decision arrived
   */
  QueueLimitHook(
      RMContextImpl context,
      Guard guard,
      BooleanSupplier acts,
      LongSupplier clockMs,
      long staleAfterMs,
      Runnable ranOut) {
    this.context = context;
    this.guard = guard;
    this.acts = acts;
    this.clockMs = clockMs;
    this.staleAfterMs = staleAfterMs;
    this.ranOut = ranOut;
    this.calculator = new SuppliedQueueLimits(this::limit);
  }

  /** Sends a wait limit, or none, from the next heartbeat on. Does nothing once closed. */
  synchronized void send(OptionalInt waitMs, long nowMs) {
    QueueLimitCalculator current = context.getNodeManagerQueueLimitCalculator();
    if (closed || current == null) {
      // Without a calculator stock sends no limits, and ours could not be removed: a heartbeat
      // that has just seen it would then find none.
      logReason();
      return;
    }
    sent = new Sent(waitMs.orElse(NO_LIMIT), nowMs);
    if (current != calculator) {
      stock = current;
      context.setContainerQueueLimitCalculator(calculator);
    }
  }

  private void logReason() {
    if (!closed && !saidWhyNot) {
      saidWhyNot = true;
      LOG.warn(
          "Mercury's coordinator sends no limits, since this ResourceManager allocates no"
              + " opportunistic containers: set"
              + " yarn.resourcemanager.opportunistic-container-allocation.enabled=true and restart"
              + " it.");
    }
  }

  /** Restores stock's calculator if it was replaced. */
  synchronized void putBack() {
    if (context.getNodeManagerQueueLimitCalculator() == calculator) {
      context.setContainerQueueLimitCalculator(stock);
    }
  }

  /** Restores stock's calculator for good. */
  synchronized void close() {
    closed = true;
    putBack();
  }

  /** Passes the guard on failure only: a pass costs as much as all else here. */
  private ContainerQueuingLimit limit() {
    ContainerQueuingLimit limit = stock.createContainerQueuingLimit();
    if (guard.state() == GuardState.HEALTHY) {
      try {
        replaceWait(limit);
      } catch (RuntimeException | LinkageError e) {
        guard.recordFailure("mercury.coordinator.limit", e);
      }
    }
    return limit;
  }

  /** Changes a limit in place: stock creates one for each heartbeat. */
  private void replaceWait(ContainerQueuingLimit limit) {
    if (!acts.getAsBoolean()) {
      return;
    }
    Sent latest = sent;
    if (clockMs.getAsLong() - latest.atMs > staleAfterMs) {
      putBack();
      ranOut.run();
      return;
    }
    limit.setMaxQueueWaitTimeInMs(latest.waitMs);
  }
}
