// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.common.explain.DecisionRegistry;
import org.yarnext.mercury.policy.overallocation.OverallocationReason;

/**
 * Checks that a node stopped the over-allocated containers with the least work done when memory was
 * short. It compares the stopped containers with those that continued, by the age and the measured
 * memory in the node's decisions, and with the minimum of work whose loss frees as much memory. All
 * have the same size, so work is age. Not thread-safe.
 */
final class StopOrderCheck {
  private static final Pattern ID = Pattern.compile("container_\\w+");

  /** Differences of measured memory, by which an older container may count as less work per MB. */
  private static final double TOLERANCE = 1.1;

  private static final long TOLERANCE_MS = 1_000;

  /** Number of candidates up to which all subsets are tried. */
  private static final int MAX_TRIED = 16;

  private final Context node;
  private final ToLongFunction<ContainerId> measuredMb;
  private final Set<String> beyond = new HashSet<>();
  private final Map<String, Long> launchMs = new HashMap<>();
  private final Map<String, Long> usedMb = new HashMap<>();
  private final Map<String, Long> endMs = new HashMap<>();
  private long beginMs;
  private long lookMs;
  private int wrong;
  private long lostMs;
  private long minLostMs;

  /**
   * Creates a check.
   *
   * @param measuredMb returns what a container was measured to use, in MB; 0 if it was not yet
   */
  StopOrderCheck(Context node, ToLongFunction<ContainerId> measuredMb) {
    this.node = node;
    this.measuredMb = measuredMb;
  }

  /** Begins with a new spike. */
  void begin(long nowMs) {
    beginMs = nowMs;
    launchMs.clear();
    usedMb.clear();
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
        usedMb.put(id, measuredMb.applyAsLong(c.getContainerId()));
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
    Map<Long, DecisionRecorder.Entry> partial = new TreeMap<>();
    Map<Long, Set<String>> chosen = new HashMap<>();
    for (DecisionRecorder.Entry entry : DecisionRegistry.of("NodeManager").decisions()) {
      boolean isPartial = entry.reason() == OverallocationReason.OVERALLOCATION_LEAST_WORK_LOST;
      boolean isAll = entry.reason() == OverallocationReason.OVERALLOCATION_ALL_STOPPED;
      Set<String> ids = ids(entry.subject());
      if (entry.reason() == OverallocationReason.OVERALLOCATION_STARTED) {
        beyond.addAll(ids);
      } else if ((isPartial || isAll) && entry.timeMs() >= beginMs) {
        ids.forEach(id -> stopped.merge(id, entry.timeMs(), Math::min));
        if (isPartial) {
          // A decision has an entry for each container.
          partial.put(entry.timeMs(), entry);
          chosen.computeIfAbsent(entry.timeMs(), any -> new HashSet<>()).addAll(ids);
        }
      }
    }
    wrong = 0;
    lostMs = 0;
    minLostMs = 0;
    partial.forEach((atMs, decision) -> check(decision, chosen.get(atMs), stopped));
    long slowestMs = 0;
    for (Map.Entry<String, Long> stop : stopped.entrySet()) {
      long endedMs = endMs.getOrDefault(stop.getKey(), lookMs);
      slowestMs = Math.max(slowestMs, endedMs - stop.getValue());
    }
    record.stops(stopped.size(), partial.size(), wrong, slowestMs);
    record.work(lostMs, minLostMs);
  }

  private static Set<String> ids(String subject) {
    Set<String> ids = new HashSet<>();
    Matcher id = ID.matcher(subject);
    while (id.find()) {
      ids.add(id.group());
    }
    return ids;
  }

  /** Compares the chosen containers with the others that could have been chosen. */
  private void check(
      DecisionRecorder.Entry decision, Set<String> chosen, Map<String, Long> stopped) {
    long atMs = decision.timeMs();
    List<String> candidates = new ArrayList<>();
    for (String id : beyond) {
      boolean runs = launchMs.containsKey(id) && endMs.getOrDefault(id, Long.MAX_VALUE) > atMs;
      boolean isStopping = stopped.getOrDefault(id, Long.MAX_VALUE) < atMs;
      if (chosen.contains(id) || runs && !isStopping && usedMb.get(id) > 0) {
        candidates.add(id);
      }
    }
    long othersMs = Long.MAX_VALUE;
    long chosenMs = 0;
    for (String id : candidates) {
      if (chosen.contains(id)) {
        chosenMs += ageMs(id, atMs);
      } else {
        othersMs = Math.min(othersMs, ageMs(id, atMs));
      }
    }
    for (String id : chosen) {
      wrong += ageMs(id, atMs) > TOLERANCE * othersMs + TOLERANCE_MS ? 1 : 0;
    }
    Object needMb = decision.inputs().get("needMemoryMb");
    if (needMb instanceof Long && candidates.size() <= MAX_TRIED) {
      lostMs += chosenMs;
      minLostMs += Math.min(chosenMs, minWorkMs(candidates, (Long) needMb, atMs));
    }
  }

  private long ageMs(String id, long atMs) {
    return atMs - launchMs.getOrDefault(id, atMs);
  }

  /** Returns the least work of any subset that frees enough; the maximum if none does. */
  private long minWorkMs(List<String> candidates, long needMb, long atMs) {
    long minMs = Long.MAX_VALUE;
    for (int subset = 1; subset < 1 << candidates.size(); subset++) {
      long freedMb = 0;
      long workMs = 0;
      for (int i = 0; i < candidates.size(); i++) {
        if ((subset >> i & 1) == 1) {
          freedMb += usedMb.getOrDefault(candidates.get(i), 0L);
          workMs += ageMs(candidates.get(i), atMs);
        }
      }
      minMs = freedMb >= needMb ? Math.min(minMs, workMs) : minMs;
    }
    return minMs;
  }
}
