// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.finish;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSAppAttempt;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.finish.QueuedJobView;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.profile.ProfileResolver;
import org.yarnext.elastic.rm.timeline.TimelineWriter;

/**
 * Reads the completed and the remaining work of one job from its containers and requests. Run times
 * are those of its own first tasks or, before these have ended, those of its profile. A profile
 * that the application claims counts only once its tasks have proved it. Used once; not
 * thread-safe.
 */
final class JobSizeReader {
  private final SchedulerApplicationAttempt attempt;
  private final JobDescriptor job;
  private final ProfileResolver profiles;
  private final TaskRunTimeSampler samples;
  private final ElasticHost host;
  private final Map<Integer, TaskRunTimeSampler.Sample> byPriority = new HashMap<>();
  private boolean known;
  private double remaining;
  private double rate;
  private double maxRate;
  private long longestMs;
  private Progress progress;

  /** A job's attained work and current service rate at one reading. Immutable. */
  static final class Progress {
    private final double attained;
    private final double rate;
    private final long atMs;

    private Progress(double attained, double rate, long atMs) {
      this.attained = attained;
      this.rate = rate;
      this.atMs = atMs;
    }
  }

  /**
   * Creates a reader.
   *
   * @param job null if unknown
   */
  JobSizeReader(
      SchedulerApplicationAttempt attempt,
      JobDescriptor job,
      ProfileResolver profiles,
      TaskRunTimeSampler samples,
      ElasticHost host) {
    this.attempt = attempt;
    this.job = job;
    this.profiles = profiles;
    this.samples = samples;
    this.host = host;
    this.known = job != null && !attempt.isWaitingForAMContainer();
  }

  /** Returns the job's weight under fair sharing. */
  static double weight(SchedulerApplicationAttempt attempt) {
    double weight = attempt instanceof FSAppAttempt ? ((FSAppAttempt) attempt).getWeight() : 1;
    return weight > 0 ? weight : Double.MIN_NORMAL;
  }

  /**
   * Reads the job.
   *
   * @param last where the reading before left off; null for a new job
   */
  QueuedJobView read(Progress last) {
    for (RMContainer container : attempt.getLiveContainers()) {
      if (!container.isAMContainer()
          && container.getExecutionType() == ExecutionType.GUARANTEED
          && container.getAllocatedSchedulerKey() != null) {
        running(container);
      }
    }
    for (SchedulerRequestKey key : attempt.getSchedulerKeys()) {
      waiting(key);
    }
    long nowMs = host.monotonicMs();
    progress =
        last == null
            ? new Progress(0, rate, nowMs)
            : new Progress(
                last.attained + (last.rate + rate) / 2 * (nowMs - last.atMs), rate, nowMs);
    return new QueuedJobView(
        TimelineWriter.job(attempt.getApplicationId()),
        weight(attempt),
        progress.attained,
        known ? remaining : QueuedJobView.UNKNOWN,
        maxRate,
        longestMs);
  }

  /** Returns the state from which the next reading continues. */
  Progress progress() {
    return progress;
  }

  private void running(RMContainer container) {
    long mb = container.getAllocatedResource().getMemorySize();
    long requestedMb = Math.max(mb, UndersizedTag.requestedMb(container.getAllocationTags()));
    int priority = container.getAllocatedSchedulerKey().getPriority().getPriority();
    long fullMs = runMs(priority, requestedMb);
    maxRate += requestedMb;
    if (fullMs <= 0) {
      known = false;
      rate += mb;
      return;
    }
    long grantedMs =
        mb < requestedMb ? profiles.runMs(job, job.runsAs(priority), requestedMb, mb) : fullMs;
    grantedMs = grantedMs > 0 ? grantedMs : fullMs;
    long ranMs = Math.max(0, host.monotonicMs() - host.startedMs(container));
    if (job.reusesContainers()) {
      ranMs %= grantedMs;
    } else if (ranMs > grantedMs && mb == requestedMb) {
      byPriority.put(priority, sample(priority).with(1, ranMs));
    }
    long leftMs = Math.max(0, grantedMs - ranMs);
    double speed = (double) fullMs / grantedMs;
    rate += requestedMb * speed;
    remaining += requestedMb * speed * leftMs;
    longestMs = Math.max(longestMs, leftMs);
  }

  private void waiting(SchedulerRequestKey key) {
    PendingAsk pending = attempt.getPendingAsk(key, ResourceRequest.ANY);
    ElasticAttemptView view = ElasticAttemptView.of(attempt);
    int count = view == null ? pending.getCount() : view.waiting(key);
    if (count <= 0 || key.getContainerToUpdate() != null) {
      return;
    }
    long mb = pending.getPerAllocationResource().getMemorySize();
    long fullMs = runMs(key.getPriority().getPriority(), mb);
    maxRate += (double) count * mb;
    known &= fullMs > 0;
    remaining += (double) count * mb * Math.max(0, fullMs);
    longestMs = Math.max(longestMs, fullMs);
  }

  /** Returns the run time of such a task with all its memory, in ms; 0 or less if unknown. */
  private long runMs(int priority, long requestedMb) {
    if (job == null) {
      return -1;
    }
    long measuredMs = sample(priority).meanMs();
    if (measuredMs > 0) {
      return measuredMs;
    }
    int runsAs = job.runsAs(priority);
    return profiles.isReliable(job, runsAs, false)
        ? profiles.runMs(job, runsAs, requestedMb, requestedMb)
        : -1;
  }

  private TaskRunTimeSampler.Sample sample(int priority) {
    return byPriority.computeIfAbsent(priority, p -> samples.of(job, p));
  }
}
