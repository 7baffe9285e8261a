// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.queue;

import org.yarnext.mercury.policy.ContainerView;

/** Runs containers in the order of their arrival, as the stock NodeManager does. */
public final class FifoOrder implements QueueOrder {
  @Override
  public int compare(ContainerView a, ContainerView b) {
    return 0;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }
}
