// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.policing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Checks whether one more opportunistic container stays below the {@link CeilingPolicy} until its
 * estimated end, given the estimated ends of the running ones. The ceiling and the resources that
 * running containers occupy only fall over time. So it is enough to check now, just before each
 * running container ends, and at the container's own end.
 */
public final class CeilingEstimator {
  private static final Comparator<Step> BY_END = Comparator.comparingLong(s -> s.endsInMs);

  private final CeilingPolicy ceiling;
  private final NodeView node;
  private final ResourceVector guaranteed;

  /**
   * Resources that opportunistic containers occupy now, as the node accounts them; an upper bound
   * for later.
   */
  private ResourceVector occupied;

  /** The running containers, the first to end first. */
  private final List<Step> running = new ArrayList<>();

  /** Resources of the running containers. */
  private ResourceVector sum = ResourceVector.NONE;

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
      sum = sum.plus(c.resources());
    }
    this.running.sort(BY_END);
    occupied = sum.min(node.used());
  }

  /** Returns true if the container is below the current ceiling. */
  public boolean fitsNow(ContainerView c) {
    return ceiling == CeilingPolicy.NONE || fits(c, sum, 0);
  }

  /** Returns true if the container is below the ceiling until its estimated end. */
  public boolean fitsToItsEnd(ContainerView c) {
    long runMs = c.estimatedRunMs();
    if (ceiling == CeilingPolicy.NONE) {
      return true;
    }
    if (!fitsNow(c)) {
      return false;
    }
    ResourceVector stay = sum;
    long checkedMs = -1;
    for (Step s : running) {
      if (s.endsInMs >= runMs) {
        break;
      }
      if (s.endsInMs > checkedMs && !fits(c, stay, s.endsInMs)) {
        return false;
      }
      checkedMs = s.endsInMs;
      stay = stay.minus(s.size);
    }
    return fits(c, stay, runMs);
  }

  /**
   * Returns whether the container is below the ceiling at a time.
   *
   * @param stay resources of the containers that run until then
   */
  private boolean fits(ContainerView c, ResourceVector stay, long horizonMs) {
    return stay.min(occupied)
        .plus(c.resources())
        .fitsIn(ceiling.allowed(node, guaranteed, horizonMs));
  }

  /** Records that the container starts now. */
  public void start(ContainerView c) {
    if (ceiling == CeilingPolicy.NONE) {
      return;
    }
    Step step = new Step(c.estimatedRunMs(), c.resources());
    int found = Collections.binarySearch(running, step, BY_END);
    running.add(found < 0 ? -1 - found : found, step);
    sum = sum.plus(c.resources());
    occupied = occupied.plus(c.resources());
  }
}
