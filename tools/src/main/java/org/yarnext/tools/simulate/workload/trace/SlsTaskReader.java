// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.workload.SimTask;

/** Reads the tasks of a trace of YARN's Scheduler Load Simulator (SLS). Not thread-safe. */
final class SlsTaskReader {
  static final String HOST = "container.host";
  static final String PRIORITY = "container.priority";
  private static final String COUNT = "count";
  private static final String START = "container.start.ms";
  private static final String END = "container.end.ms";
  private static final String DURATION = "container.duration.ms";
  private static final String OLD_DURATION = "duration.ms";
  private static final String TYPE = "container.type";
  private static final String EXECUTION = "container.execution.type";
  private static final String ALLOCATION_ID = "container.allocation.id";
  private static final String DELAY = "container.request.delay";
  private static final String CONTAINER = "container.";
  private static final String MEMORY = "container.memory-mb";
  private static final String VCORES = "container.vcores";
  private static final Set<String> KEYS =
      new HashSet<>(
          Arrays.asList(
              COUNT,
              HOST,
              START,
              END,
              DURATION,
              OLD_DURATION,
              PRIORITY,
              TYPE,
              EXECUTION,
              ALLOCATION_ID,
              DELAY,
              MEMORY,
              VCORES));

  private final long defaultMb;
  private final int defaultVcores;
  private final Set<String> resourceTypes;
  private final TraceSummary summary;
  private final Map<String, String> texts = new HashMap<>();

  /**
   * @param resourceTypes resource types that nodes have, besides memory and vcores
   */
  SlsTaskReader(
      long defaultMb, int defaultVcores, Set<String> resourceTypes, TraceSummary summary) {
    this.defaultMb = defaultMb;
    this.defaultVcores = defaultVcores;
    this.resourceTypes = resourceTypes;
    this.summary = summary;
  }

  /** Returns the number of equal tasks in a record. */
  int count(TraceRecord task) throws ToolException {
    return (int) task.whole(COUNT, 1, 1, TraceLimits.MAX_TASKS);
  }

  /** Returns null for a task without a run time. */
  RecordedTask task(TraceRecord task) throws ToolException {
    int count = count(task);
    SortedMap<String, Long> others = others(task, count);
    long startMs = task.rounded(START, -1, -TraceLimits.MAX_DATE_MS, TraceLimits.MAX_DATE_MS);
    long endMs = task.rounded(END, -1, -TraceLimits.MAX_DATE_MS, TraceLimits.MAX_DATE_MS);
    // -1 means a missing value, as in YARN's own simulator.
    long ms = task.rounded(DURATION, -1, -1, TraceLimits.MAX_MS);
    long oldMs = task.rounded(OLD_DURATION, -1, -1, TraceLimits.MAX_MS);
    ms = ms < 0 ? oldMs : ms;
    boolean stated = ms >= 0;
    ms = stated ? ms : endMs - startMs;
    if (!stated && (startMs < 0 || endMs < startMs)) {
      return null;
    }
    if (ms > TraceLimits.MAX_MS) {
      throw task.refused("it runs for " + ms + " ms, more than a year", "correct its times");
    }
    SimTask read =
        new SimTask(
            task.rounded(MEMORY, defaultMb, 1, TraceLimits.MAX_MB),
            (int) task.whole(VCORES, defaultVcores, 1, TraceLimits.MAX_VCORES),
            ms,
            hosts(task));
    if (!task.has(MEMORY)) {
      summary.assumed(defaultMb + " MB for tasks without memory", count);
    }
    long delayMs = task.rounded(DELAY, 0, 0, TraceLimits.MAX_MS);
    read = delayMs > 0 ? read.withDelay(delayMs) : read;
    read = others.isEmpty() ? read : read.withOtherResources(others);
    lookAtExecution(task, count);
    int priority = (int) task.whole(PRIORITY, JobStageFactory.MAP_PRIORITY, 0, Integer.MAX_VALUE);
    String kind = interned(task.text(TYPE, RecordedTask.MAP));
    return new RecordedTask(
        kind, count, read, priority, stated ? -1 : startMs, stated ? -1 : endMs);
  }

  private List<String> hosts(TraceRecord task) throws ToolException {
    String host = SlsNodeReader.host(task.text(HOST, ""));
    return host.isEmpty() ? Collections.emptyList() : Collections.singletonList(interned(host));
  }

  private void lookAtExecution(TraceRecord task, int count) throws ToolException {
    String type = task.text(EXECUTION, "GUARANTEED");
    if (type.equals("OPPORTUNISTIC")) {
      summary.notModelled(EXECUTION + "=" + type + ", simulated as guaranteed", count);
    } else if (!type.equals("GUARANTEED")) {
      throw task.refused(
          EXECUTION + "=" + TraceRecord.shortened(type), "make it GUARANTEED or OPPORTUNISTIC");
    }
    long id = TraceLimits.MAX_DATE_MS;
    if (task.whole(ALLOCATION_ID, -1, -id, id) != -1) {
      summary.notModelled(ALLOCATION_ID, count);
    }
  }

  /** Returns requests of other resources; counts keys that are neither known nor resources. */
  private SortedMap<String, Long> others(TraceRecord task, int count) throws ToolException {
    SortedMap<String, Long> amounts = new TreeMap<>();
    for (String key : task.keys()) {
      if (KEYS.contains(key)) {
        continue;
      }
      String type = key.startsWith(CONTAINER) ? key.substring(CONTAINER.length()) : "";
      if (resourceTypes.contains(type) || type.indexOf('/') > 0 && SlsNodeReader.isType(type)) {
        long amount = task.whole(key, 0, 0, TraceLimits.MAX_AMOUNT);
        if (amount > 0) {
          amounts.put(interned(type), amount);
        }
      } else {
        summary.unknown(key, KEYS, count);
      }
    }
    return amounts;
  }

  private String interned(String text) {
    String known = texts.putIfAbsent(text, text);
    return known == null ? text : known;
  }
}
