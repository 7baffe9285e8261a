// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.queue;

import org.yarnext.mercury.policy.ContainerView;

/**
 * Runs the container with the shortest estimated run time first, which minimises the mean wait if
 * estimates are right; the queue's aging keeps the long ones from starving.
 */
public final class ShortestFirstOrder implements QueueOrder {
  @Override
  public int compare(ContainerView a, ContainerView b) {
    return Long.compare(a.estimatedRunMs(), b.estimatedRunMs());
  }

  @Override
  public boolean mayBlock() {
    return false;
  }
}
