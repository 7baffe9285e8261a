// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;

/** Creates the stages of a trace's jobs, and converts queue names to the simulator's. */
final class JobStageFactory {
  static final int MAP_PRIORITY = 20;
  static final int REDUCE_PRIORITY = 10;
  private static final String ROOT = "root.";

  private JobStageFactory() {}

  /**
   * Returns the stages of a MapReduce job, at the priorities of its Application Master's requests:
   * reducers wait for all maps. Containers of other types get their own stages, which wait for
   * nothing.
   *
   * @param tasks not empty
   */
  static List<SimStage> mapReduce(List<RecordedTask> tasks) {
    long mapsEndMs = -1;
    Map<String, List<SimTask>> byKind = new LinkedHashMap<>();
    byKind.put(RecordedTask.MAP, new ArrayList<>());
    for (RecordedTask task : tasks) {
      if (task.kind.equals(RecordedTask.MAP)) {
        mapsEndMs = Math.max(mapsEndMs, task.endMs);
      }
    }
    for (RecordedTask task : tasks) {
      SimTask own = task.kind.equals(RecordedTask.REDUCE) ? task.after(mapsEndMs) : task.task;
      byKind
          .computeIfAbsent(task.kind, kind -> new ArrayList<>())
          .addAll(Collections.nCopies(task.count, own));
    }
    List<SimStage> stages = new ArrayList<>();
    int other = MAP_PRIORITY;
    for (Map.Entry<String, List<SimTask>> kind : byKind.entrySet()) {
      if (kind.getValue().isEmpty()) {
        continue;
      }
      boolean map = kind.getKey().equals(RecordedTask.MAP);
      boolean reduce = kind.getKey().equals(RecordedTask.REDUCE);
      boolean waits = reduce && !byKind.get(RecordedTask.MAP).isEmpty();
      int priority = map ? MAP_PRIORITY : reduce ? REDUCE_PRIORITY : ++other;
      stages.add(
          new SimStage(
              kind.getKey(),
              priority,
              kind.getValue(),
              waits ? Collections.singletonMap(0, 1.0) : Collections.emptyMap(),
              null));
    }
    return stages;
  }

  /**
   * Returns the stages of a job whose containers wait only for their own delays: one for each
   * priority and type of container, the most urgent first.
   *
   * @param tasks not empty
   */
  static List<SimStage> independent(List<RecordedTask> tasks) {
    List<RecordedTask> sorted = new ArrayList<>(tasks);
    sorted.sort(Comparator.comparingInt(task -> task.priority));
    Map<String, List<SimTask>> byKind = new LinkedHashMap<>();
    Map<String, RecordedTask> first = new LinkedHashMap<>();
    for (RecordedTask task : sorted) {
      String key = task.priority + " " + task.kind;
      first.putIfAbsent(key, task);
      byKind
          .computeIfAbsent(key, kind -> new ArrayList<>())
          .addAll(Collections.nCopies(task.count, task.task));
    }
    List<SimStage> stages = new ArrayList<>();
    byKind.forEach(
        (key, all) ->
            stages.add(
                new SimStage(
                    first.get(key).kind, stages.size() + 1, all, Collections.emptyMap(), null)));
    return stages;
  }

  /** Returns a queue's path below root. */
  static String queue(String path) {
    return path.startsWith(ROOT) ? path.substring(ROOT.length()) : path;
  }
}
