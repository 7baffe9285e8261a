// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.metrics;

import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.LogThrottle;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.elastic.policy.trust.SizingReason;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.elastic.rm.job.JobDescriptor;

/**
 * Metrics and decision log of elastic placement. Every decision is counted. Decisions about
 * requests without room are logged from time to time, for each job and reason. The reason for a
 * container's memory is logged for each container whose request has a profile. Thread-safe.
 */
public final class ElasticMetrics implements AutoCloseable {
  /** Name of the metrics source. */
  public static final String METRICS = "ElasticScheduler";

  private static final Logger LOG = LoggerFactory.getLogger(ElasticMetrics.class);

  private final FeatureMetrics metrics;
  private final DecisionLog log;
  private final LongSupplier clockMs;
  private final LongSupplier wallClockMs;
  private final EventCounter placed;
  private final EventCounter savedMb;
  private final EventCounter dropped;
  private final EventCounter placedOnReserved;
  private final EventCounter skippedOffers;
  private final EventCounter ended;
  private final EventCounter outOfMemory;
  private final EventCounter unreported;
  private final LogThrottle explained = new LogThrottle();

  /**
   * Creates metrics that are not registered yet.
   *
   * @param mode supplies the mode in force
   * @param clockMs a monotonic clock, in ms
   * @param wallClockMs with which decisions are stored, in ms
   */
  public ElasticMetrics(
      Supplier<FeatureMode> mode, Guard guard, LongSupplier clockMs, LongSupplier wallClockMs) {
    this.clockMs = clockMs;
    this.wallClockMs = wallClockMs;
    metrics = new FeatureMetrics(METRICS, "Tasks placed with less memory", mode);
    log = new DecisionLog(metrics, mode, "ResourceManager", "ElasticSchedulerDecisions");
    placed =
        metrics.counter(
            "ContainersUndersized", "Containers placed with less memory than requested");
    savedMb =
        metrics.counter("SavedMB", "Total of the requested memory that was not granted, in MB");
    dropped =
        metrics.counter(
            "ReservationsDropped",
            "Reservations cancelled to place a task with less memory at once");
    placedOnReserved =
        metrics.counter(
            "ContainersBackfilled", "Containers placed on a node reserved by another job");
    skippedOffers =
        metrics.counter(
            "OffersSkipped",
            "Node heartbeats without a scheduling pass, because an equal offer was"
                + " rejected before");
    ended = metrics.counter("UndersizedEnded", "Under-sized containers whose end was reported");
    outOfMemory =
        metrics.counter("UndersizedOutOfMemory", "Under-sized containers that ended out of memory");
    unreported =
        metrics.counter(
            "UndersizedUnreported", "Under-sized containers whose node did not report their end");
    metrics.attach(guard);
  }

  /** Returns the time of the monotonic clock, in ms. */
  public long nowMs() {
    return clockMs.getAsLong();
  }

  /** Returns the time with which decisions are stored, in ms of the wall clock. */
  public long wallMs() {
    return wallClockMs.getAsLong();
  }

  /**
   * Records a decision on a request without room on a node, which may have room with less memory.
   */
  public void decided(
      JobDescriptor job, int priority, long requestedMb, NodeId node, Decision<Long> decision) {
    log.count(decision);
    if (explained.due(Arrays.asList(job.id(), priority, decision.reason()), nowMs())) {
      String request =
          job.id() + " priority " + priority + " asking " + requestedMb + " MB on " + node;
      log.remember(wallMs(), request, decision);
    }
  }

  /** Counts a recent decision that still holds. */
  public void decidedAgain(Decision<Long> decision) {
    log.count(decision);
  }

  /** Records a container that was granted less memory than requested. */
  public void undersized(
      ContainerId container, NodeId node, long requestedMb, long grantedMb, Decision<Long> why) {
    placed.increment();
    savedMb.add(requestedMb - grantedMb);
    Decision<Long> granted = why.with("askedMb", requestedMb).with("grantedMb", grantedMb);
    LOG.info("{} on {} has less memory than requested: {}", container, node, granted);
    log.remember(wallMs(), container + " on " + node, granted);
  }

  /** Records a container that was granted its full request although the request has a profile. */
  public void inFull(ContainerId container, NodeId node, Decision<Long> why) {
    LOG.debug("{} on {} has the requested memory: {}", container, node, why);
    if (why.reason() == SizingReason.NO_SMALLER_SIZE) {
      log.count(why); // not counted before
    }
    log.remember(wallMs(), container + " on " + node, why);
  }

  /**
   * Records the end of an under-sized container.
   *
   * @param distrust the reason why such tasks get full size from now on; null if they do not
   */
  public void ended(String container, UndersizedEnd end, Decision<Boolean> distrust) {
    ended.increment();
    if (end.outcome() == UndersizedEnd.Outcome.OUT_OF_MEMORY) {
      outOfMemory.increment();
    }
    if (distrust != null) {
      log.remember(
          wallMs(),
          container,
          distrust
              .with("askedMb", end.requestedMb())
              .with("grantedMb", end.grantedMb())
              .with("ranMs", end.ranMs()));
    }
  }

  /**
   * Records the end of an under-sized container that its node did not report.
   *
   * @param first whether this is the node's first unreported end
   */
  public void unreported(ContainerId container, NodeId node, boolean first) {
    unreported.increment();
    if (first) {
      LOG.warn(
          "{} did not report how the under-sized {} ended: the listener of"
              + " feature elastic seems to be missing or off there, so heaps stay"
              + " unchanged. No more tasks are under-sized on that node for a time.",
          node,
          container);
    }
  }

  /** Counts a decision whether a job may reserve a node; these are too frequent to be logged. */
  public void reserving(Decision<Boolean> decision) {
    log.count(decision);
  }

  /** Records a decision whether a job's task may use a node that another job has reserved. */
  public void using(JobDescriptor guest, int priority, String node, Decision<Boolean> decision) {
    if (decision.value()) {
      String task = guest.id() + " priority " + priority + " on " + node;
      log.explain(wallMs(), task, decision);
    } else {
      log.count(decision);
    }
  }

  /** Counts a container placed on a node that another job has reserved. */
  public void placedOnReserved() {
    placedOnReserved.increment();
  }

  /** Counts a node that was not offered because the offer would be rejected. */
  public void offerSkipped() {
    skippedOffers.increment();
  }

  /** Counts a reservation given up to place a task with less memory at once. */
  public void droppedReservation() {
    dropped.increment();
  }

  /** Registers metrics and decisions; does nothing if registered. */
  public void register(Configuration conf) {
    log.register(conf);
  }

  public DecisionLog log() {
    return log;
  }

  public FeatureMetrics metrics() {
    return metrics;
  }

  @Override
  public void close() {
    log.close();
  }
}
