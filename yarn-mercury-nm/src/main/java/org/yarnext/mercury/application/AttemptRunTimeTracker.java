// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.estimate.DefaultRunTimeEstimator;
import org.yarnext.mercury.policy.estimate.EstimateTrustPolicy;
import org.yarnext.mercury.policy.estimate.RecurringJobKey;
import org.yarnext.mercury.policy.estimate.RunTimeEstimates;
import org.yarnext.mercury.policy.estimate.RunTimeReport;
import org.yarnext.mercury.policy.estimate.RunTimeStatistics;

/**
 * Learns an application's run times from its finished containers, by priority, and whether its
 * declared run times can be trusted (Mercury sections 4.3 and 6.3). Not thread-safe.
 */
public final class AttemptRunTimeTracker {
  private static final String SELF = "";

  private final RunTimeEstimates estimates;
  private final ApplicationPolicyRegistry policies;

  /** Null if the application is no run of a recurring job. */
  private final RecurringJobKey job;

  private EstimateTrustPolicy judge;

  /** Containers whose end their nodes reported before their master called again. */
  private final Set<ContainerId> reported = new HashSet<>();

  /**
   * Creates a tracker.
   *
   * @param policies has the run times that applications share
   * @param job the recurring job that the application is a run of; null if none
   */
  AttemptRunTimeTracker(ApplicationPolicyRegistry policies, RecurringJobKey job) {
    this.policies = policies;
    this.job = job;
    this.estimates = new RunTimeEstimates(0, 1, policies.typical());
    this.judge = new EstimateTrustPolicy(policies.tolerance());
  }

  /**
   * Records that a node reported a container's end. Its master hears of it with its next call,
   * which it may never make.
   *
   * @param priority of the container; null if it is none of the attempt's live ones
   */
  void reported(Integer priority, ContainerStatus status) {
    if (priority != null && reported.add(status.getContainerId())) {
      learn(priority, status);
    }
  }

  /**
   * Records that the master hears of a container's end; it counts once, reported before or not.
   *
   * @param priority null if unknown
   */
  void ended(Integer priority, ContainerStatus status) {
    boolean isLearnt = !reported.isEmpty() && reported.remove(status.getContainerId());
    if (!isLearnt && priority != null) {
      learn(priority, status);
    }
  }

  private void learn(int priority, ContainerStatus status) {
    if (status.getExitStatus() == ContainerExitStatus.SUCCESS) {
      succeeded(priority, status.getDiagnostics());
    }
  }

  /**
   * Returns whether later runs of a recurring job can learn from containers that have not ended.
   *
   * @param live number of live containers, reported ones included
   */
  boolean awaits(int live) {
    return job != null && reported.size() < live;
  }

  /**
   * Records that a container succeeded.
   *
   * @param diagnostics of the completed container, with the node's line in it if the node runs
   *     Mercury
   */
  void succeeded(int priority, String diagnostics) {
    RunTimeReport line = RunTimeReport.find(diagnostics);
    if (line == null) {
      return;
    }
    estimates.observe(SELF, priority, line.ranMs());
    policies.observe(job, priority, line.ranMs());
    if (line.declaredMs() != null) {
      judge.observe(line.declaredMs(), line.ranMs());
    }
  }

  /**
   * Returns the expected run time of a priority's containers, in ms; null if none has finished, of
   * this application or of an earlier run of its job.
   */
  Long expectedMs(int priority) {
    RunTimeEstimates.Estimate e = estimates.estimate(SELF, priority);
    if (e.source() == RunTimeEstimates.Source.LEARNT) {
      return e.runMs();
    }
    RunTimeStatistics earlier = policies.earlier(job, priority);
    return earlier == null ? null : Long.valueOf(earlier.meanMs());
  }

  /** Returns the run time of a priority's containers; null if unknown. */
  RunTimeStatistics known(int priority) {
    return RunTimeStatistics.combined(
        estimates.statistics(SELF, priority),
        policies.earlier(job, priority),
        policies.assumedMs());
  }

  Decision<Boolean> trusted() {
    return judge.trusted();
  }

  /** Learns typical run times from applications that are not tracked. */
  public static void observe(AllocateResponse response, DefaultRunTimeEstimator typical) {
    for (ContainerStatus status : response.getCompletedContainersStatuses()) {
      RunTimeReport line =
          status.getExitStatus() == ContainerExitStatus.SUCCESS
              ? RunTimeReport.find(status.getDiagnostics())
              : null;
      if (line != null) {
        typical.observe(line.ranMs());
      }
    }
  }

  /** Returns the state as maps, lists, texts and numbers. */
  Map<String, Object> snapshot() {
    Map<String, Object> learnt = new LinkedHashMap<>();
    estimates
        .learnt()
        .getOrDefault(SELF, Collections.emptyMap())
        .forEach(
            (priority, ranMs) ->
                learnt.put(
                    String.valueOf(priority),
                    Arrays.stream(ranMs).mapToObj(Math::round).collect(Collectors.toList())));
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("learntMs", learnt);
    s.put("judge", judge.snapshot());
    return s;
  }

  /**
   * Restores the state of another tracker into this empty one.
   *
   * @throws RuntimeException if the snapshot is invalid
   */
  @SuppressWarnings("unchecked")
  void restore(Map<String, ?> s) {
    ((Map<String, List<Number>>) s.get("learntMs"))
        .forEach(
            (priority, ranMs) ->
                ranMs.forEach(
                    ms -> estimates.observe(SELF, Integer.parseInt(priority), ms.longValue())));
    judge = EstimateTrustPolicy.restore(policies.tolerance(), (Map<String, ?>) s.get("judge"));
  }
}
