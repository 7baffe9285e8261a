// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.finish;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardState;
import org.yarnext.elastic.policy.finish.FairFinishPolicy;
import org.yarnext.elastic.policy.finish.FinishReason;
import org.yarnext.elastic.policy.finish.QueuedJobView;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.job.FinishOrder;
import org.yarnext.elastic.rm.metrics.ElasticMetrics;
import org.yarnext.elastic.rm.profile.ProfileResolver;
import org.yarnext.elastic.rm.sizing.ElasticContext;
import org.yarnext.elastic.rm.timeline.TimelineWriter;

/**
 * Tracks the order of fair finish in the queues that use it: reads their jobs, and calls a {@link
 * FairFinishPolicy} for each queue before each estimate of the jobs' ends. An order that was not
 * renewed for five intervals is not used. Thread-safe; queries take no lock.
 */
public final class FairFinishTracker {
  static final int STALE_INTERVALS = 5;

  /** Time for which a task may wait for others to end, as a fraction of its run time. */
  static final double SLACK = 0.25;

  private static final String HOOK = "elastic.fair-finish";

  private final AbstractYarnScheduler<?, ?> scheduler;
  private final SchedulerRules rules;
  private final Predicate<Queue> orders;
  private final ProfileResolver profiles;
  private final TaskRunTimeSampler samples;
  private final Guard guard;
  private final ElasticMetrics metrics;
  private final Supplier<FeatureMode> mode;
  private final long intervalMs;
  private final ElasticHost host;

  /** By queue path; used by renewals alone, as are the next two. */
  private final Map<String, FairFinishPolicy> policies = new HashMap<>();

  private final Map<ApplicationId, JobSizeReader.Progress> progress = new HashMap<>();
  private final Map<ApplicationId, DecisionReason> reasons = new HashMap<>();
  private volatile FinishOrder order = FinishOrder.NONE;
  private volatile long renewedMs;

  /**
   * Creates a tracker, which acts in mode on alone and is renewed before each timeline.
   *
   * @param orders whether the jobs of a leaf queue are ordered by fair finish
   */
  public FairFinishTracker(
      ElasticContext context, Predicate<Queue> orders, TaskRunTimeSampler samples) {
    this.scheduler = context.scheduler;
    this.rules = context.components.rules;
    this.orders = orders;
    this.profiles = context.profiles;
    this.samples = samples;
    this.guard = context.guard;
    this.metrics = context.metrics;
    this.mode = context.mode;
    this.intervalMs = context.configuration.timelineIntervalMs();
    this.host = context.host;
  }

  /** Returns the current order; {@link FinishOrder#NONE} if there is none to act on. */
  public FinishOrder order() {
    FinishOrder current = order;
    return current == FinishOrder.NONE
            || !mode.get().acts()
            || host.monotonicMs() - renewedMs > STALE_INTERVALS * intervalMs
        ? FinishOrder.NONE
        : current;
  }

  /** Returns whether an attempt is in a queue that is ordered by fair finish. */
  public boolean orders(SchedulerApplicationAttempt attempt) {
    return !attempt.isStopped() && orders.test(attempt.getQueue());
  }

  /** Returns whether any job is in a queue that is ordered by fair finish. */
  public boolean isNeeded() {
    for (SchedulerApplication<?> application : scheduler.getSchedulerApplications().values()) {
      SchedulerApplicationAttempt attempt = application.getCurrentAppAttempt();
      if (attempt != null && orders(attempt)) {
        return true;
      }
    }
    return false;
  }

  /** Drops the order: stock's holds until the next renewal. */
  public void clear() {
    order = FinishOrder.NONE;
  }

  /** Decides the order again; after a failure stock's order holds. */
  public void renew() {
    try {
      if (guard.state() == GuardState.TRIPPED || !isNeeded()) {
        order = FinishOrder.NONE;
      } else {
        read();
      }
    } catch (Throwable t) {
      order = FinishOrder.NONE;
      guard.recordFailure(HOOK, t);
    }
  }

  /** The jobs of one queue. */
  private static final class QueueJobs {
    final List<SchedulerApplicationAttempt> attempts = new ArrayList<>();
    double share;
    boolean ordered;
  }

  private synchronized void read() {
    Map<String, QueueJobs> queues = new HashMap<>();
    Function<Queue, QueueShare> shareOf = rules.shares();
    double shares = 0;
    for (SchedulerApplication<?> application : scheduler.getSchedulerApplications().values()) {
      SchedulerApplicationAttempt attempt = application.getCurrentAppAttempt();
      if (attempt != null && !attempt.isStopped() && attempt.getQueue() != null) {
        QueueJobs jobs = queues.get(path(attempt));
        if (jobs == null) {
          jobs = new QueueJobs();
          queues.put(path(attempt), jobs);
          QueueShare share = shareOf.apply(attempt.getQueue());
          jobs.share = share == null ? 1 : share.share();
          jobs.ordered = orders.test(attempt.getQueue());
          shares += jobs.share;
        }
        jobs.attempts.add(attempt);
      }
    }
    queues.values().removeIf(jobs -> !jobs.ordered);
    policies.keySet().retainAll(queues.keySet());
    Map<ApplicationId, Integer> places = new HashMap<>();
    Map<String, Double> weights = new HashMap<>();
    Map<ApplicationId, DecisionReason> now = new HashMap<>();
    for (Map.Entry<String, QueueJobs> queue : queues.entrySet()) {
      weights.put(queue.getKey(), order(queue.getKey(), queue.getValue(), shares, places, now));
    }
    reasons.clear();
    reasons.putAll(now);
    progress.keySet().retainAll(now.keySet());
    renewedMs = host.monotonicMs();
    order = new FinishOrder(places, weights, failure -> guard.recordFailure(HOOK, failure));
  }

  /** Orders the jobs of one queue; returns the sum of their weights. */
  private double order(
      String path,
      QueueJobs jobs,
      double shares,
      Map<ApplicationId, Integer> places,
      Map<ApplicationId, DecisionReason> now) {
    List<QueuedJobView> views = new ArrayList<>();
    Map<JobId, ApplicationId> ids = new HashMap<>();
    double weights = 0;
    long usedMb = 0;
    for (SchedulerApplicationAttempt attempt : jobs.attempts) {
      ids.put(TimelineWriter.job(attempt.getApplicationId()), attempt.getApplicationId());
      usedMb += attempt.getCurrentConsumption().getMemorySize();
      weights += JobSizeReader.weight(attempt);
      JobSizeReader reader =
          new JobSizeReader(attempt, ElasticAttemptView.job(attempt), profiles, samples, host);
      views.add(reader.read(progress.get(attempt.getApplicationId())));
      progress.put(attempt.getApplicationId(), reader.progress());
    }
    double shareMb = scheduler.getClusterResource().getMemorySize() * jobs.share / shares;
    FairFinishPolicy policy = policies.computeIfAbsent(path, p -> new FairFinishPolicy(SLACK));
    for (Decision<JobId> decision :
        policy.decide(host.monotonicMs(), Math.max(shareMb, usedMb), views)) {
      ApplicationId id = ids.get(decision.value());
      if (decision.reason() != FinishReason.FINISH_UNKNOWN) {
        places.put(id, places.size());
      }
      now.put(id, decision.reason());
      if (decision.reason() != reasons.get(id)) {
        metrics.log().explain(host.nowMs(), id + " in " + path, decision);
      }
    }
    return weights;
  }

  /** Returns the path of an attempt's queue, as {@link FinishOrder} knows it. */
  private static String path(SchedulerApplicationAttempt attempt) {
    return ElasticAttemptView.job(attempt) == null
        ? attempt.getQueue().getQueueName()
        : ElasticAttemptView.job(attempt).queue();
  }
}
