// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.yarnext.elastic.policy.timeline.Timeline;

/**
 * Nodes that are kept for a job until the next decision, and the time by which its under-sized
 * tasks must end. Immutable.
 */
public final class ProtectionView {
  static final ProtectionView NONE = new ProtectionView(Collections.emptySet(), Timeline.UNKNOWN);

  private final Set<String> nodes;
  private final long endByMs;

  ProtectionView(Set<String> nodes, long endByMs) {
    this.nodes = Collections.unmodifiableSet(new LinkedHashSet<>(nodes));
    this.endByMs = endByMs;
  }

  /** Returns the nodes that are kept for it; unmodifiable, may be empty. */
  public Set<String> nodes() {
    return nodes;
  }

  /**
   * Returns the time by which its tasks with less memory must end, in ms; {@link Timeline#UNKNOWN}
   * for its expected end.
   */
  public long endByMs() {
    return endByMs;
  }
}
