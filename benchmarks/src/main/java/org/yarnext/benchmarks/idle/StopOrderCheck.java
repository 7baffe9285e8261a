// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.common.explain.DecisionRegistry;
import org.yarnext.mercury.policy.overallocation.OverallocationReason;

/**
 * Checks, by the decisions of a node, that the containers stopped for memory had less work done
 * than those beyond the allocation that ran on. All have the same size and use as much memory, so
 * work is age. Not thread-safe.
 */
final class StopOrderCheck {
  private static final Pattern ID = Pattern.compile("container_\\w+");

  /** Age at which a container certainly has been measured; a younger one is stopped last. */
  private static final long MEASURED_MS = 10_000;

  /** Differences of measured memory, by which an older container may count as less work per MB. */
  private static final double TOLERANCE = 1.1;

  private static final long TOLERANCE_MS = 1_000;

  private final Context node;
  private final Set<String> beyond = new HashSet<>();
  private final Map<String, Long> launchMs = new HashMap<>();
  private final Map<String, Long> endMs = new HashMap<>();
  private long beginMs;
  private long lookMs;

  StopOrderCheck(Context node) {
    this.node = node;
  }

  /** Begins with a new spike. */
  void begin(long nowMs) {
    beginMs = nowMs;
    launchMs.clear();
    endMs.clear();
    look(nowMs);
  }

  /** Looks which containers run. */
  void look(long nowMs) {
    lookMs = nowMs;
    Set<String> present = new HashSet<>();
    for (Container c : node.getContainers().values()) {
      String id = c.getContainerId().toString();
      ContainerState state = c.getContainerState();
      if (state == ContainerState.RUNNING) {
        launchMs.put(id, c.getContainerLaunchTime());
      }
      if (state == ContainerState.RUNNING || state == ContainerState.KILLING) {
        present.add(id);
      }
    }
    for (String id : launchMs.keySet()) {
      if (!present.contains(id)) {
        endMs.putIfAbsent(id, nowMs);
      }
    }
  }

  /** Ends a spike: reads its decisions. */
  void end(SpikeRecord record) {
    Map<String, Long> stopped = new HashMap<>();
    int some = 0;
    int wrong = 0;
    List<DecisionRecorder.Entry> decisions = DecisionRegistry.of("NodeManager").decisions(null);
    for (int i = decisions.size() - 1; i >= 0; i--) {
      DecisionRecorder.Entry decision = decisions.get(i);
      boolean isPartial = decision.reason() == OverallocationReason.OVERALLOCATION_LEAST_WORK_LOST;
      boolean isAll = decision.reason() == OverallocationReason.OVERALLOCATION_ALL_STOPPED;
      Set<String> ids = ids(decision.subject());
      if (decision.reason() == OverallocationReason.OVERALLOCATION_STARTED) {
        beyond.addAll(ids);
      } else if ((isPartial || isAll) && decision.timeMs() >= beginMs) {
        some += isPartial ? 1 : 0;
        wrong += isPartial ? wrong(decision.timeMs(), ids, stopped.keySet()) : 0;
        ids.forEach(id -> stopped.putIfAbsent(id, decision.timeMs()));
      }
    }
    long slowestMs = 0;
    for (Map.Entry<String, Long> stop : stopped.entrySet()) {
      long endedMs = endMs.getOrDefault(stop.getKey(), lookMs);
      slowestMs = Math.max(slowestMs, endedMs - stop.getValue());
    }
    record.stops(stopped.size(), some, wrong, slowestMs);
  }

  private static Set<String> ids(String subject) {
    Set<String> ids = new HashSet<>();
    Matcher id = ID.matcher(subject);
    while (id.find()) {
      ids.add(id.group());
    }
    return ids;
  }

  /** Returns how many of the chosen have done more work than one that was not chosen. */
  private int wrong(long atMs, Set<String> chosen, Set<String> stoppedBefore) {
    long leastMs = Long.MAX_VALUE;
    for (String id : beyond) {
      boolean runsOn =
          launchMs.containsKey(id)
              && endMs.getOrDefault(id, Long.MAX_VALUE) > atMs
              && !chosen.contains(id)
              && !stoppedBefore.contains(id);
      long ageMs = runsOn ? atMs - launchMs.get(id) : 0;
      if (ageMs >= MEASURED_MS) {
        leastMs = Math.min(leastMs, ageMs);
      }
    }
    int wrong = 0;
    for (String id : chosen) {
      long ageMs = atMs - launchMs.getOrDefault(id, atMs);
      wrong += ageMs > TOLERANCE * leastMs + TOLERANCE_MS ? 1 : 0;
    }
    return wrong;
  }
}
