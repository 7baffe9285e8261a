/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.policy.asks;

import java.util.Objects;

/**
 * Names what an application counts together when it asks: YARN keeps one number of outstanding
 * containers a priority, allocation request id and capability. Immutable.
 *
 * <p>A node label is no part of it: applications set one on the any-node entry alone, and the
 * ResourceManager spreads it to the others.
 */
public final class AskKey implements Comparable<AskKey> {
  private final int priority;
  private final long allocationRequestId;
  private final String capability;

  private AskKey(int priority, long allocationRequestId, String capability) {
    this.priority = priority;
    this.allocationRequestId = allocationRequestId;
    this.capability = Objects.requireNonNull(capability, "capability");
  }

  /**
   * @param priority YARN's request priority; a lower number is more urgent
   * @param allocationRequestId as the application gave it
   * @param capability any text that is the same for the same size, all resource types included
   */
  public static AskKey of(int priority, long allocationRequestId, String capability) {
    return new AskKey(priority, allocationRequestId, capability);
  }

  public int priority() {
    return priority;
  }

  public long allocationRequestId() {
    return allocationRequestId;
  }

  public String capability() {
    return capability;
  }

  /** True if YARN's schedulers keep both under one key, whatever the size. */
  boolean sameSchedulerKey(AskKey other) {
    return priority == other.priority && allocationRequestId == other.allocationRequestId;
  }

  /** Sorts before all keys of the same priority and request id. */
  AskKey least() {
    return of(priority, allocationRequestId, "");
  }

  /** The most urgent first. */
  @Override
  public int compareTo(AskKey other) {
    int order = Integer.compare(priority, other.priority);
    order = order != 0 ? order : Long.compare(allocationRequestId, other.allocationRequestId);
    return order != 0 ? order : capability.compareTo(other.capability);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof AskKey
        && sameSchedulerKey((AskKey) o)
        && capability.equals(((AskKey) o).capability);
  }

  @Override
  public int hashCode() {
    return (31 * priority + Long.hashCode(allocationRequestId)) * 31 + capability.hashCode();
  }

  @Override
  public String toString() {
    return priority + "/" + allocationRequestId + "/" + capability;
  }
}
