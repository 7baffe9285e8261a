// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.finish;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.timeline.queue.JobId;

/**
 * Orders the jobs of one queue by the time at which they would finish under fair sharing (Fair
 * Sojourn Protocol, Friedman and Henderson, SIGMETRICS 2003; HFSP, Pastorelli et al., IEEE BigData
 * 2013). A fluid model of fair sharing runs beside the real queue. The job that ends first in the
 * model is served first in the queue, with all resources that it can use.
 *
 * <p>A job that cannot use the whole queue is served first once it would otherwise end later than
 * in the model: at its latest start (earliest deadline until zero laxity).
 *
 * <p>A job's remaining work in the model is all its work, done and to do, less its service in the
 * model. So estimates may change at any time. A job that got more than its share because its
 * estimate was too small falls back by as much as it was ahead: it overtakes another job at most
 * once. A job is late only while it has had less than its share, and is then served first.
 *
 * <p>Not thread-safe; reads no clock.
 */
public final class FairFinishPolicy {
  /**
   * Maximum number of jobs that have ended in the queue but not in the model. As long as the queue
   * does more work than the model, they become more.
   */
  static final int MAX_ENDED = 1_000;

  private final double slack;
  private final Map<JobId, SharedJob> jobs = new LinkedHashMap<>();
  private long clockMs;
  private double capacity;

  /** A job in the fluid model. */
  private static final class SharedJob {
    QueuedJobView view;

    /** Work done before this policy knew it. */
    final double before;

    double served;

    /**
     * The largest rate that the job could have used so far; it does not fall as the last tasks end.
     */
    double maxRate;

    double finishMs;
    double latestStartMs;
    long doneMs = Long.MAX_VALUE;

    /** False once it has ended in the queue; it keeps its share until it ends in the model. */
    boolean present;

    SharedJob(double before) {
      this.before = before;
    }

    double left() {
      return view.isKnown()
          ? Math.max(0, view.attained() - before + view.remaining() - served)
          : Double.POSITIVE_INFINITY;
    }
  }

  /**
   * Creates a policy without jobs.
   *
   * @param slack part of the remaining time of a job's longest task that is added to it to get the
   *     minimum time that the job needs, because its tasks wait for others to end; 0 or more
   */
  public FairFinishPolicy(double slack) {
    this.slack = slack;
  }

  /**
   * Decides the order in which jobs are served from now on. It changes only when a job arrives or
   * ends, when an estimate or the capacity changes, and when a job's latest start comes.
   *
   * @param nowMs never before an earlier call's
   * @param queueMb memory of the queue, 0 or more
   * @param views the jobs that wait or run, in any order
   * @return all jobs, first those that are known, in their order; the others, with {@link
   *     FinishReason#FINISH_UNKNOWN}, are not ordered
   */
  public List<Decision<JobId>> decide(long nowMs, double queueMb, Collection<QueuedJobView> views) {
    double passedMs = jobs.isEmpty() ? 0 : Math.max(0, nowMs - clockMs);
    advance(passedMs);
    clockMs = nowMs;
    capacity = queueMb;
    read(views, passedMs);
    foresee();
    return order();
  }

  /** Advances the model by the past time, with the jobs and estimates known before. */
  private void advance(double passedMs) {
    List<SharedJob> all = new ArrayList<>(jobs.values());
    ProcessorSharingModel model = model(all);
    model.run(passedMs);
    for (int j = 0; j < all.size(); j++) {
      SharedJob job = all.get(j);
      job.served += model.served(j);
      if (job.doneMs == Long.MAX_VALUE && model.finishMs(j) <= passedMs) {
        job.doneMs = clockMs + Math.round(model.finishMs(j));
      }
    }
  }

  private ProcessorSharingModel model(List<SharedJob> all) {
    return new ProcessorSharingModel(
        all.stream().mapToDouble(SharedJob::left).toArray(),
        all.stream().mapToDouble(job -> job.view.weight()).toArray(),
        all.stream().mapToDouble(job -> job.maxRate).toArray(),
        capacity);
  }

  private void read(Collection<QueuedJobView> views, double passedMs) {
    Set<JobId> present = new HashSet<>();
    for (QueuedJobView view : views) {
      present.add(view.id());
      SharedJob job = jobs.computeIfAbsent(view.id(), id -> new SharedJob(view.attained()));
      job.view = view;
      job.present = true;
      job.maxRate = Math.max(job.maxRate, view.maxRate());
      if (job.left() > 0) {
        job.doneMs = Long.MAX_VALUE;
      } else if (job.doneMs == Long.MAX_VALUE) {
        job.doneMs = clockMs;
      }
    }
    jobs.forEach(
        (id, job) -> {
          if (job.present && !present.contains(id)) {
            job.view = job.view.ended(passedMs);
            job.present = false;
          }
        });
    jobs.values().removeIf(job -> !job.present && job.left() <= 0);
    forgetOldest();
  }

  private void forgetOldest() {
    long ended = jobs.values().stream().filter(job -> !job.present).count();
    Iterator<SharedJob> oldest = jobs.values().iterator();
    while (ended > MAX_ENDED) {
      if (!oldest.next().present) {
        oldest.remove();
        ended--;
      }
    }
  }

  private void foresee() {
    List<SharedJob> all = new ArrayList<>(jobs.values());
    ProcessorSharingModel model = model(all);
    model.run(Double.POSITIVE_INFINITY);
    for (int j = 0; j < all.size(); j++) {
      SharedJob job = all.get(j);
      double rate = Math.min(job.view.maxRate(), capacity);
      double minMs =
          Math.max(job.view.longestMs() * (1 + slack), rate > 0 ? job.view.remaining() / rate : 0);
      job.finishMs = job.doneMs < Long.MAX_VALUE ? job.doneMs : clockMs + model.finishMs(j);
      job.latestStartMs = job.finishMs - minMs;
    }
  }

  /** Sorts by whole milliseconds: rounding errors must not reverse jobs that end together. */
  private List<Decision<JobId>> order() {
    List<SharedJob> all = new ArrayList<>(jobs.values());
    all.removeIf(job -> !job.present);
    all.sort(
        Comparator.comparing((SharedJob job) -> !job.view.isKnown())
            .thenComparing(job -> job.latestStartMs > clockMs)
            .thenComparingLong(job -> Math.round(job.finishMs))
            .thenComparing(job -> job.view.id()));
    List<Decision<JobId>> order = new ArrayList<>();
    all.forEach(job -> order.add(decision(job)));
    return order;
  }

  private Decision<JobId> decision(SharedJob job) {
    Decision<JobId> decision = Decision.of(job.view.id(), reason(job));
    return job.view.isKnown()
        ? decision
            .with("finishMs", Math.round(job.finishMs - clockMs))
            .with("latestStartMs", Math.round(job.latestStartMs - clockMs))
            .with("remainingMbMs", Math.round(job.view.remaining()))
        : decision;
  }

  private FinishReason reason(SharedJob job) {
    if (!job.view.isKnown()) {
      return FinishReason.FINISH_UNKNOWN;
    }
    if (job.doneMs < Long.MAX_VALUE) {
      return FinishReason.FINISH_LATE;
    }
    return job.latestStartMs <= clockMs
        ? FinishReason.FINISH_LATEST_START
        : FinishReason.FINISH_ORDER;
  }

  /** Returns the number of jobs in the model. */
  int jobs() {
    return jobs.size();
  }
}
