// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.policing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Checks whether one more opportunistic container stays below the {@link CeilingPolicy} until its
 * estimated end, given the estimated ends of the running ones. Both the ceiling and the resources
 * that running containers occupy only fall over time, so it is enough to check now, just before
 * each of their ends, and at the container's own end.
 */
public final class CeilingEstimator {
  private final CeilingPolicy ceiling;
  private final NodeView node;
  private final ResourceVector guaranteed;

  /**
   * Resources that opportunistic containers occupy now, as the node accounts them; an upper bound
   * for later.
   */
  private ResourceVector occupied;

  private final List<Step> running = new ArrayList<>();

  private static final class Step {
    final long endsInMs;
    final ResourceVector size;

    Step(long endsInMs, ResourceVector size) {
      this.endsInMs = endsInMs;
      this.size = size;
    }
  }

  /**
   * Creates an estimator.
   *
   * @param ceiling the policy
   * @param node the node
   * @param guaranteed resources that guaranteed containers occupy and wait for
   * @param running the running opportunistic containers, including those being stopped
   */
  public CeilingEstimator(
      CeilingPolicy ceiling,
      NodeView node,
      ResourceVector guaranteed,
      Collection<ContainerView> running) {
    this.ceiling = ceiling;
    this.node = node;
    this.guaranteed = guaranteed;
    this.occupied = ResourceVector.NONE;
    if (ceiling == CeilingPolicy.NONE) {
      // Running containers are not needed: the caller has checked the free resources.
      return;
    }
    for (ContainerView c : running) {
      this.running.add(new Step(c.remainingMs(node.nowMs()), c.resources()));
      occupied = occupied.plus(c.resources());
    }
    occupied = occupied.min(node.used());
  }

  /** Returns true if the container is below the current ceiling. */
  public boolean fitsNow(ContainerView c) {
    return ceiling == CeilingPolicy.NONE || fitsAt(0, c);
  }

  /** Returns true if the container is below the ceiling until its estimated end. */
  public boolean fitsToItsEnd(ContainerView c) {
    long runMs = c.estimatedRunMs();
    if (ceiling == CeilingPolicy.NONE) {
      return true;
    }
    if (!fitsAt(0, c) || !fitsAt(runMs, c)) {
      return false;
    }
    for (Step s : running) {
      if (s.endsInMs < runMs && !fitsAt(s.endsInMs, c)) {
        return false;
      }
    }
    return true;
  }

  private boolean fitsAt(long horizonMs, ContainerView c) {
    ResourceVector stay = ResourceVector.NONE;
    for (Step s : running) {
      if (s.endsInMs >= horizonMs) {
        stay = stay.plus(s.size);
      }
    }
    return stay.min(occupied)
        .plus(c.resources())
        .fitsIn(ceiling.allowed(node, guaranteed, horizonMs));
  }

  /** Records that the container starts now. */
  public void start(ContainerView c) {
    running.add(new Step(c.estimatedRunMs(), c.resources()));
    occupied = occupied.plus(c.resources());
  }
}
