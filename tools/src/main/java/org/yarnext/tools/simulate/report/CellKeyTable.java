// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.world.SimulationSettings;

/** Table of the keys for which the cells of a study set other values than the defaults. */
final class CellKeyTable {
  private CellKeyTable() {}

  /**
   * Returns the keys that are set in all cells, then those of single cells; empty if none is set.
   */
  static List<String> lines(List<StudyCell> cells) {
    Map<String, String> common = new TreeMap<>(of(cells.get(0)));
    cells.forEach(cell -> common.entrySet().retainAll(of(cell).entrySet()));
    List<String> lines = new ArrayList<>();
    if (!common.isEmpty()) {
      lines.add("Keys that are set: " + text(common));
    }
    for (StudyCell cell : cells) {
      Map<String, String> own = of(cell);
      own.entrySet().removeAll(common.entrySet());
      if (!own.isEmpty()) {
        lines.add("Keys that are set in " + cell + ": " + text(own));
      }
    }
    if (!lines.isEmpty()) {
      lines.addAll(0, Collections.singletonList(""));
    }
    return lines;
  }

  private static Map<String, String> of(StudyCell cell) {
    SimulationSettings settings = cell.settings();
    Map<String, String> keys = new TreeMap<>();
    add(
        keys,
        YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS,
        settings.nodeHeartbeatMs(),
        YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_MS);
    add(
        keys,
        YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB,
        settings.stepMb(),
        YarnConfiguration.DEFAULT_RM_SCHEDULER_MINIMUM_ALLOCATION_MB);
    keys.putAll(settings.hadoop());
    return keys;
  }

  private static void add(Map<String, String> keys, String key, long value, long usual) {
    if (value != usual) {
      keys.put(key, String.valueOf(value));
    }
  }

  private static String text(Map<String, String> keys) {
    return keys.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining("; "));
  }
}
