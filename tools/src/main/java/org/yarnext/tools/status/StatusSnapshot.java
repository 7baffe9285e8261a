// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.status;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.tools.cluster.ClusterDaemon;
import org.yarnext.tools.cluster.ClusterDaemons;
import org.yarnext.tools.cluster.ClusterPoller;
import org.yarnext.tools.cluster.JmxPage;

/** Answers of a cluster's daemons at one moment. Immutable. */
final class StatusSnapshot {
  private final long timeMs;
  private final ClusterPoller.Answers<JmxPage> answers;
  private final ClusterDaemons.Nodes nodes;
  private final List<FeatureBean> beans = new ArrayList<>();

  /**
   * @param timeMs when the daemons were asked, in ms of any clock
   */
  StatusSnapshot(long timeMs, ClusterPoller.Answers<JmxPage> answers, ClusterDaemons.Nodes nodes) {
    this.timeMs = timeMs;
    this.answers = answers;
    this.nodes = nodes;
    answers.answers().forEach((daemon, page) -> beans.addAll(FeatureBean.of(daemon, page)));
  }

  long timeMs() {
    return timeMs;
  }

  /** Returns the pages by daemon. */
  Map<ClusterDaemon, JmxPage> pages() {
    return answers.answers();
  }

  /** Returns why daemons did not answer. */
  Map<ClusterDaemon, String> errors() {
    return answers.errors();
  }

  /** Returns the ids of nodes that do not run, by state. */
  Map<String, Set<String>> otherNodes() {
    return nodes.others();
  }

  /** Returns whether an active ResourceManager listed its nodes. */
  boolean hasNodes() {
    return nodes.isListed();
  }

  List<FeatureBean> beans() {
    return beans;
  }
}
