// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import java.util.function.BiPredicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.trust.ProfileTrust;
import org.yarnext.elastic.rm.completion.CompletionListener;
import org.yarnext.elastic.rm.completion.NonReportingNodeTracker;
import org.yarnext.elastic.rm.finish.FairFinishTracker;
import org.yarnext.elastic.rm.finish.TaskRunTimeSampler;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.metrics.ElasticMetrics;
import org.yarnext.elastic.rm.profile.ProfileReloader;
import org.yarnext.elastic.rm.profile.ProfileResolver;
import org.yarnext.elastic.rm.profile.ProfileTrustRegistry;
import org.yarnext.elastic.rm.protection.ProtectionTracker;
import org.yarnext.elastic.rm.reservation.ReservationInputs;
import org.yarnext.elastic.rm.reservation.ReservationManager;
import org.yarnext.elastic.rm.sizing.ContainerSizer;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.sizing.ElasticContext;
import org.yarnext.elastic.rm.sizing.NodeDiskUsage;
import org.yarnext.elastic.rm.timeline.ClusterReader;
import org.yarnext.elastic.rm.timeline.JobEndCache;

/**
 * Owns all objects of elastic placement between a start and a stop of a scheduler: creates them,
 * starts and stops their threads, and registers their metrics. Created and closed by the thread
 * that starts and stops the scheduler; any thread may read its parts.
 */
public final class ElasticModule {
  private final Guard guard;
  private final ElasticMetrics metrics;
  private final JobEndCache ends;
  private final ProfileReloader reloader;
  private final ContainerSizer sizer;
  private final ReservationManager reservations;
  private final CompletionListener completions;
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final TaskRunTimeSampler samples;
  private final FairFinishTracker fairFinish;
  private final Configuration conf;

  /**
   * The mode in force. A running module raises it after its threads have started, and lowers it
   * before they stop.
   */
  private volatile FeatureMode mode = FeatureMode.OFF;

  private boolean isStarted;
  private boolean isStopped;

  /**
   * Creates a module in mode off.
   *
   * @param conf the daemon's, for metrics and decisions
   * @param fits whether the first size fits the second, as the scheduler judges
   */
  ElasticModule(
      Configuration conf,
      ElasticConfiguration configuration,
      AbstractYarnScheduler<?, ?> scheduler,
      BiPredicate<Resource, Resource> fits,
      ElasticComponents components,
      ElasticHost host) {
    this.conf = conf;
    this.scheduler = scheduler;
    ProfileTrustRegistry trust =
        new ProfileTrustRegistry(new ProfileTrust(configuration.trustRules()), components.clockMs);
    ElasticContext context =
        new ElasticContext(scheduler, configuration, components, host, this::mode, trust);
    guard = context.guard;
    metrics = context.metrics;
    ProfileResolver profiles = context.profiles;
    ClusterReader reader =
        new ClusterReader(
            scheduler, profiles, components.rules, components.clockMs, host::startedMs);
    samples = new TaskRunTimeSampler(host);
    fairFinish =
        new FairFinishTracker(
            context,
            queue ->
                FairFinishSchedulingPolicy.orders(queue) || FairFinishOrderingPolicy.orders(queue),
            samples);
    ends = newJobEnds(context, reader);
    reloader =
        new ProfileReloader(
            components.profiles, profiles, host, configuration.profilesReloadIntervalMs());
    NonReportingNodeTracker nonReporting =
        new NonReportingNodeTracker(configuration.distrustFor().toNanos(), host::nanoTime);
    NodeDiskUsage disks =
        new NodeDiskUsage(
            scheduler,
            profiles,
            nonReporting,
            () -> host.nanoTime() / 1_000_000,
            components.reservations != null);
    sizer = new ContainerSizer(context, fits, ends, disks, nonReporting);
    completions =
        new CompletionListener(
            scheduler, profiles, trust, nonReporting, guard, metrics, host, () -> mode.decides());
    reservations =
        components.reservations == null
            ? null
            : new ReservationManager(
                context,
                fits,
                new ReservationInputs(components, reader, profiles, ends, trust, disks),
                disks);
    show(components);
  }

  private JobEndCache newJobEnds(ElasticContext context, ClusterReader reader) {
    ElasticComponents components = context.components;
    ElasticConfiguration configuration = context.configuration;
    return new JobEndCache(
        () -> {
          fairFinish.renew();
          return reader.read();
        },
        components.reservations == null
            ? components.estimator
            : new ProtectionTracker(
                components.estimator,
                components.rules,
                configuration::protectionLimits,
                configuration.timelineMaxBlocks(),
                components.policy.mayEndWithStock(),
                guard,
                metrics),
        configuration.timelineIntervalMs(),
        components.clockMs,
        context.host,
        () -> context.profiles.isInUse(components.clockMs.getAsLong()) || fairFinish.isNeeded());
  }

  private void show(ElasticComponents components) {
    FeatureMetrics shown = metrics.metrics();
    shown.gauge(
        "TimelineMillis",
        "Duration of the latest estimate of all jobs' ends, in ms",
        ends::lastedMs);
    shown.gauge(
        "TimelineAgeMillis",
        "Age of the latest estimate of all jobs' ends, in ms; -1 if there is" + " none",
        ends::ageMs);
    shown.gauge("NodesKept", "Nodes kept for late jobs", () -> ends.kept().count());
    PeriodicTask.show(
        shown,
        "TimelineRuns",
        () -> ends.rounds() == null ? 0 : ends.rounds().ageMs(),
        () -> ends.rounds() == null ? 0 : ends.rounds().failures());
    PeriodicTask.show(
        shown,
        "ProfileReloads",
        () -> reloader.rounds() == null ? 0 : reloader.rounds().ageMs(),
        () -> reloader.rounds() == null ? 0 : reloader.rounds().failures());
    if (components.file != null) {
      shown.gauge(
          "Profiles", "Profiles of the file in use", () -> components.file.current().all().size());
      shown.gauge(
          "ProfilesRefused",
          "1 if the current file of profiles is invalid or missing, 0 otherwise",
          () -> components.file.problem() == null ? 0 : 1);
    }
  }

  Guard guard() {
    return guard;
  }

  public ContainerSizer sizer() {
    return sizer;
  }

  /** Returns the reservation manager; null if reservations are stock's. */
  ReservationManager reservations() {
    return reservations;
  }

  CompletionListener completions() {
    return completions;
  }

  /** Returns the run times of the first tasks of each job. */
  TaskRunTimeSampler samples() {
    return samples;
  }

  /** Samples the run time of a completed container in a queue ordered by fair finish. */
  void sample(RMContainer container, ContainerStatus status) {
    guard.runInline(
        "elastic.sample",
        () -> {
          SchedulerApplicationAttempt attempt =
              container == null
                  ? null
                  : scheduler.getApplicationAttempt(container.getApplicationAttemptId());
          if (attempt != null && fairFinish.orders(attempt)) {
            samples.completed(ElasticAttemptView.job(attempt), container, status);
          }
        },
        () -> {});
  }

  /** Returns the order of jobs by fair finish. */
  FairFinishTracker fairFinish() {
    return fairFinish;
  }

  /** Returns the cache of the jobs' expected ends. */
  JobEndCache ends() {
    return ends;
  }

  /** Returns the mode in force. */
  FeatureMode mode() {
    return mode;
  }

  /**
   * Follows the settings. Waits for the disk and for threads: must not be called with a lock of the
   * scheduler. Placements that have begun keep the former mode.
   *
   * @param next the configured mode
   */
  synchronized void follow(FeatureMode next) {
    if (isStopped) {
      return;
    }
    if (next.decides() && !mode.decides()) {
      metrics.register(conf);
      guard.runAlways("elastic.profiles", reloader::reload);
      startThreads();
      sizer.eventComes();
    }
    forget(); // the former mode's state, before the first decision in the next one
    mode = next;
    forget(); // by decisions meanwhile
    if (!next.decides()) {
      stopThreads();
    }
  }

  private void forget() {
    sizer.refreshed();
    if (!mode.acts()) {
      fairFinish.clear();
    }
    if (reservations != null) {
      reservations.inputs().changed();
      reservations.walks().changed();
    }
  }

  /** Starts the threads unless the mode is off; a failure leaves the scheduler running. */
  synchronized void start() {
    isStarted = true;
    if (mode.decides()) {
      startThreads();
    }
  }

  private void startThreads() {
    if (isStarted) {
      guard.runAlways("elastic.start", ends::start);
      guard.runAlways("elastic.start", reloader::start);
    }
  }

  private void stopThreads() {
    guard.runAlways("elastic.stop", ends::stop);
    guard.runAlways("elastic.stop", reloader::stop);
  }

  /** Stops the threads and unregisters the metrics, whatever fails. */
  synchronized void stop() {
    isStopped = true;
    stopThreads();
    guard.close();
    metrics.close();
  }
}
