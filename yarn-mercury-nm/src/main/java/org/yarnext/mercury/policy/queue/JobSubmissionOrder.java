// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.queue;

import org.yarnext.mercury.policy.ContainerView;

/**
 * Runs containers of earlier submitted applications first, within an application by priority
 * (Mercury section 4.3: improves job tail latency, so that jobs leave and new ones enter sooner).
 */
public final class JobSubmissionOrder implements QueueOrder {
  @Override
  public int compare(ContainerView a, ContainerView b) {
    int byJob = a.job().compareTo(b.job());
    // YARN serves the smaller number first.
    return byJob != 0 ? byJob : Integer.compare(a.priority(), b.priority());
  }

  @Override
  public boolean mayBlock() {
    return false;
  }
}
