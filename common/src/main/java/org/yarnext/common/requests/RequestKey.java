// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

import java.util.Objects;

/**
 * Identifies the requests that a scheduler counts together: priority, allocation request id, and
 * one text of all other properties that distinguish requests (size, execution type). Immutable.
 */
public final class RequestKey {
  private final int priority;
  private final long allocationRequestId;
  private final String kind;
  private final double size;

  private RequestKey(int priority, long allocationRequestId, String kind, double size) {
    this.priority = priority;
    this.allocationRequestId = allocationRequestId;
    this.kind = Objects.requireNonNull(kind, "kind");
    this.size = size;
  }

  /**
   * Creates a key.
   *
   * @param priority as in YARN, lower is more urgent
   * @param allocationRequestId -1 if the application sets none
   * @param kind all other properties that distinguish requests; not null
   */
  public static RequestKey of(int priority, long allocationRequestId, String kind) {
    return new RequestKey(priority, allocationRequestId, kind, 1);
  }

  /**
   * Returns a copy of this key for containers of another size.
   *
   * @param newSize of one container in the unit of headroom, above 0; the kind determines it
   */
  public RequestKey sized(double newSize) {
    if (!(newSize > 0)) {
      throw new IllegalArgumentException("containers of size " + newSize);
    }
    return new RequestKey(priority, allocationRequestId, kind, newSize);
  }

  /**
   * Returns the size of one container in the unit of headroom, above 0; ignored by {@link #equals}.
   */
  public double size() {
    return size;
  }

  public int priority() {
    return priority;
  }

  public long allocationRequestId() {
    return allocationRequestId;
  }

  public String kind() {
    return kind;
  }

  @Override
  public boolean equals(Object o) {
    return this == o
        || o instanceof RequestKey
            && ((RequestKey) o).priority == priority
            && ((RequestKey) o).allocationRequestId == allocationRequestId
            && ((RequestKey) o).kind.equals(kind);
  }

  @Override
  public int hashCode() {
    return (priority * 31 + Long.hashCode(allocationRequestId)) * 31 + kind.hashCode();
  }

  @Override
  public String toString() {
    return priority + "/" + allocationRequestId + "/" + kind;
  }
}
