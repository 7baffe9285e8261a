// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler.stub;

import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.policing.CeilingPolicy;

/** Another ceiling that is held to its contract and whose latest answer for now is remembered. */
public final class RecordingCeiling implements CeilingPolicy {
  private final CeilingPolicy ceiling;
  private final Runnable before;
  private volatile ResourceVector latest;
  private volatile boolean held;

  /**
   * @param before runs before each question; may throw
   */
  public RecordingCeiling(CeilingPolicy ceiling, Runnable before) {
    this.ceiling = ceiling;
    this.before = before;
  }

  @Override
  public ResourceVector allowed(NodeView node, ResourceVector guaranteed, long horizonMs) {
    before.run();
    ResourceVector now = ceiling.allowed(node, guaranteed, 0);
    ResourceVector then = ceiling.allowed(node, guaranteed, horizonMs);
    if (!ResourceVector.NONE.fitsIn(then) || !now.fitsIn(node.total()) || !then.fitsIn(now)) {
      throw new IllegalStateException(then + " after " + now + " of " + node.total());
    }
    latest = now;
    held |= !node.total().fitsIn(then);
    return then;
  }

  @Override
  public ResourceVector maximum(ResourceVector total) {
    before.run();
    return ceiling.maximum(total);
  }

  @Override
  public void observe(NodeView node, ResourceVector guaranteed) {
    before.run();
    ceiling.observe(node, guaranteed);
  }

  public ResourceVector latest() {
    return latest;
  }

  /** Whether it ever allowed less than the whole node. */
  public boolean held() {
    return held;
  }
}
