// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.impl.pb.ContainerStatusPBImpl;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.estimate.DefaultRunTimeEstimator;
import org.yarnext.mercury.policy.estimate.EstimateTolerance;
import org.yarnext.mercury.policy.estimate.EstimateTrustPolicy;
import org.yarnext.mercury.policy.estimate.RunTimeCodec;
import org.yarnext.mercury.policy.estimate.RunTimeEstimates;
import org.yarnext.mercury.policy.snapshot.ContainerIdCodec;

/**
 * Learns an application's run times from its finished containers, by priority, and whether its
 * declared run times can be trusted (Mercury sections 4.3 and 6.3). Not thread-safe.
 */
public final class AttemptRunTimeTracker {
  private static final String SELF = "";
  private static final int MOST_REMEMBERED = 20_000;

  /** Priorities of containers that have not ended, by id; the oldest entries are evicted. */
  private final Map<String, Integer> priorities =
      new LinkedHashMap<String, Integer>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };

  private final RunTimeEstimates estimates;
  private final EstimateTolerance tolerance;
  private EstimateTrustPolicy judge;

  /**
   * Creates a tracker.
   *
   * @param typical shared by all applications
   */
  AttemptRunTimeTracker(EstimateTolerance tolerance, DefaultRunTimeEstimator typical) {
    this.estimates = new RunTimeEstimates(0, 1, typical);
    this.tolerance = tolerance;
    this.judge = new EstimateTrustPolicy(tolerance);
  }

  void granted(String id, int priority) {
    priorities.put(id, priority);
  }

  /**
   * Records the end of a container.
   *
   * @param succeeded whether it succeeded; otherwise only its id is forgotten
   * @param diagnostics of the completed container, with the node's line in it if the node runs
   *     Mercury
   */
  void ended(String id, boolean succeeded, String diagnostics) {
    Integer priority = priorities.remove(id);
    RunTimeCodec line = succeeded ? RunTimeCodec.find(diagnostics) : null;
    if (priority == null || line == null) {
      return;
    }
    estimates.observe(SELF, priority, line.ranMs());
    if (line.declaredMs() != null) {
      judge.observe(line.declaredMs(), line.ranMs());
    }
  }

  /** Returns the priority of a container that has not ended; null if unknown. */
  Integer priority(String id) {
    return priorities.get(id);
  }

  /** Returns the expected run time of a priority's containers, in ms; null if none has finished. */
  Long expectedMs(int priority) {
    RunTimeEstimates.Estimate e = estimates.estimate(SELF, priority, null);
    return e.source() == RunTimeEstimates.Source.LEARNT ? e.runMs() : null;
  }

  Decision<Boolean> trusted() {
    return judge.trusted();
  }

  /** Learns typical run times from applications that are not tracked. */
  public static void observe(AllocateResponse response, DefaultRunTimeEstimator typical) {
    for (ContainerStatus status : response.getCompletedContainersStatuses()) {
      RunTimeCodec line =
          status.getExitStatus() == ContainerExitStatus.SUCCESS
              ? RunTimeCodec.find(status.getDiagnostics())
              : null;
      if (line != null) {
        typical.observe(line.ranMs());
      }
    }
  }

  /** Removes the node's line: it is for us, and applications may keep diagnostics for long. */
  public static void hide(AllocateResponse response) {
    List<ContainerStatus> ended = response.getCompletedContainersStatuses();
    if (ended.stream().anyMatch(AttemptRunTimeTracker::hasLine)) {
      response.setCompletedContainersStatuses(
          ended.stream().map(AttemptRunTimeTracker::withoutLine).collect(Collectors.toList()));
    }
  }

  private static boolean hasLine(ContainerStatus status) {
    return RunTimeCodec.find(status.getDiagnostics()) != null;
  }

  /**
   * Returns a copy without the line; the ResourceManager keeps the original status for its own
   * records.
   */
  private static ContainerStatus withoutLine(ContainerStatus status) {
    if (!hasLine(status) || !(status instanceof ContainerStatusPBImpl)) {
      return status;
    }
    ContainerStatus copy = new ContainerStatusPBImpl(((ContainerStatusPBImpl) status).getProto());
    copy.setDiagnostics(RunTimeCodec.remove(status.getDiagnostics()));
    return copy;
  }

  /** Returns the state as maps, lists, texts and numbers. */
  Map<String, Object> snapshot() {
    Map<Integer, List<String>> ids = new TreeMap<>();
    priorities.forEach(
        (id, priority) -> ids.computeIfAbsent(priority, p -> new ArrayList<>()).add(id));
    Map<String, Object> running = new LinkedHashMap<>();
    ids.forEach(
        (priority, some) -> running.put(String.valueOf(priority), ContainerIdCodec.write(some)));
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
    s.put("running", running);
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
    ((Map<String, ?>) s.get("running"))
        .forEach(
            (priority, ids) ->
                ContainerIdCodec.read(ids).forEach(id -> granted(id, Integer.parseInt(priority))));
    ((Map<String, List<Number>>) s.get("learntMs"))
        .forEach(
            (priority, ranMs) ->
                ranMs.forEach(
                    ms -> estimates.observe(SELF, Integer.parseInt(priority), ms.longValue())));
    judge = EstimateTrustPolicy.restore(tolerance, (Map<String, ?>) s.get("judge"));
  }
}
