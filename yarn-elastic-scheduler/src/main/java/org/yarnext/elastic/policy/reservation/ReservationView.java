// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.reservation;

import java.util.Objects;
import org.yarnext.elastic.policy.timeline.Timeline;
import org.yarnext.elastic.policy.timeline.TimelineEstimates;

/**
 * Input of a reservation policy: the timelines of the node in question and of the nodes that the
 * job has reserved, and the latest layout of the whole cluster. The timelines must not change
 * during the call.
 */
public final class ReservationView {
  private final Timeline timeline;
  private final TimelineEstimates estimates;
  private final long nowMs;

  /**
   * Creates a view.
   *
   * @param timeline not null
   * @param estimates the latest, {@link TimelineEstimates#NONE} if there is none yet; not null
   * @param nowMs on the timeline's clock
   */
  public ReservationView(Timeline timeline, TimelineEstimates estimates, long nowMs) {
    this.timeline = Objects.requireNonNull(timeline, "timeline");
    this.estimates = Objects.requireNonNull(estimates, "estimates");
    this.nowMs = nowMs;
  }

  /** Returns the current timeline; read-only, never null. */
  public Timeline timeline() {
    return timeline;
  }

  /** Returns the latest estimates; never null. */
  public TimelineEstimates estimates() {
    return estimates;
  }

  /** Returns the time on the timeline's clock, in ms. */
  public long nowMs() {
    return nowMs;
  }
}
