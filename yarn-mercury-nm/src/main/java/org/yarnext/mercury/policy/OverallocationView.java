// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Resources that a node gives opportunistic containers beyond its allocation: those in use, and the
 * room for further ones. Immutable.
 */
public final class OverallocationView {
  /** Nothing runs beyond the allocation, and nothing starts there. */
  public static final OverallocationView NONE =
      new OverallocationView(ResourceVector.NONE, Collections.emptyList(), Long.MAX_VALUE);

  private final ResourceVector room;
  private final List<ContainerView> running;
  private final long validUntilMs;

  /**
   * Creates a view.
   *
   * @param room resources in which further containers may start now
   * @param running the containers that run beyond the allocation; not changed afterwards
   * @param validUntilMs time of the node's clock, in ms, from which it is too old to decide on
   */
  public OverallocationView(ResourceVector room, List<ContainerView> running, long validUntilMs) {
    this.room = Objects.requireNonNull(room);
    this.running = Objects.requireNonNull(running);
    this.validUntilMs = validUntilMs;
  }

  /** Returns the resources in which further containers may start now. */
  public ResourceVector room() {
    return room;
  }

  /** Returns the containers that run beyond the allocation; not to be changed. */
  public List<ContainerView> running() {
    return running;
  }

  /** Returns a copy after the start of a container in the room. */
  public OverallocationView with(ContainerView started) {
    List<ContainerView> longer = new ArrayList<>(running);
    longer.add(started);
    return new OverallocationView(
        room.minus(started.resources()), Collections.unmodifiableList(longer), validUntilMs);
  }

  boolean isValid(long nowMs) {
    return nowMs < validUntilMs;
  }
}
