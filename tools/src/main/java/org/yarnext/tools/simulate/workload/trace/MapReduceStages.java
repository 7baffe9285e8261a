// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;

/** The two stages of a MapReduce job, at the priorities that its master asks with. */
final class MapReduceStages {
  private static final int MAP_PRIORITY = 20;
  private static final int REDUCE_PRIORITY = 10;
  private static final String ROOT = "root.";

  private MapReduceStages() {}

  /**
   * Returns the stages of a MapReduce job, whose reducers wait for all maps.
   *
   * @param maps may be empty if there are reducers
   * @param reduces may be empty if there are maps
   */
  static List<SimStage> of(List<SimTask> maps, List<SimTask> reduces) {
    List<SimStage> stages = new ArrayList<>();
    if (!maps.isEmpty()) {
      stages.add(new SimStage("map", MAP_PRIORITY, maps, Collections.emptyMap(), null));
    }
    if (!reduces.isEmpty()) {
      stages.add(
          new SimStage(
              "reduce",
              REDUCE_PRIORITY,
              reduces,
              maps.isEmpty() ? Collections.emptyMap() : Collections.singletonMap(0, 1.0),
              null));
    }
    return stages;
  }

  /** Returns a queue's path below root. */
  static String queue(String path) {
    return path.startsWith(ROOT) ? path.substring(ROOT.length()) : path;
  }
}
