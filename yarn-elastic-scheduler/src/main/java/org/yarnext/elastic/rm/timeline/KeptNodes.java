// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.timeline;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;

/** Nodes that are kept free for late jobs, each with its job. Immutable. */
public final class KeptNodes {
  /** No node. */
  public static final KeptNodes NONE = new KeptNodes(Collections.emptyMap());

  private final Map<NodeId, ApplicationId> nodes;

  /**
   * Creates the nodes.
   *
   * @param nodes with the jobs for which they are kept
   */
  public KeptNodes(Map<NodeId, ApplicationId> nodes) {
    this.nodes = new HashMap<>(nodes);
  }

  /** Returns whether a node is kept for another job than this one. */
  public boolean isForOther(NodeId node, ApplicationId job) {
    if (nodes.isEmpty()) {
      return false;
    }
    ApplicationId kept = nodes.get(node);
    return kept != null && !kept.equals(job);
  }

  /** Returns the number of kept nodes. */
  public int count() {
    return nodes.size();
  }
}
