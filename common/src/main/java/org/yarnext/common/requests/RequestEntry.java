// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

import java.util.Objects;

/**
 * One entry of an application's resource requests: how many containers of a key are outstanding at
 * a host, in a rack or anywhere. As in YARN the count replaces the one sent before, and 0 cancels.
 * Immutable.
 */
public final class RequestEntry {
  /** The resource name of the entry that carries the total of a key. */
  public static final String ANY = "*";

  private final RequestKey key;
  private final String resourceName;
  private final int count;
  private final boolean relaxLocality;
  private final Object origin;

  /** True if the origin says exactly the same as this entry. */
  private final boolean isAsRead;

  private RequestEntry(
      RequestKey key,
      String resourceName,
      int count,
      boolean relaxLocality,
      Object origin,
      boolean isAsRead) {
    this.key = Objects.requireNonNull(key, "key");
    this.resourceName = Objects.requireNonNull(resourceName, "resourceName");
    this.count = count;
    this.relaxLocality = relaxLocality;
    this.origin = origin;
    this.isAsRead = isAsRead;
  }

  /**
   * @param resourceName a host, a rack or {@link #ANY}
   * @param count 0 or more
   * @param relaxLocality false if containers may only be where finer entries say
   * @throws IllegalArgumentException if the count is negative
   */
  public static RequestEntry of(
      RequestKey key, String resourceName, int count, boolean relaxLocality) {
    return of(key, resourceName, count, relaxLocality, null);
  }

  /**
   * The same for an entry that was read from a record. If it is sent on unchanged, it keeps the
   * record, so that the record can be sent instead.
   *
   * @param record null if there is none
   */
  public static RequestEntry of(
      RequestKey key, String resourceName, int count, boolean relaxLocality, Object record) {
    if (count < 0) {
      throw new IllegalArgumentException(count + " containers requested at " + resourceName);
    }
    return new RequestEntry(key, resourceName, count, relaxLocality, record, record != null);
  }

  /** Returns a copy of this entry with another count, 0 or more, and without a source. */
  RequestEntry withCount(int newCount) {
    return with(newCount, relaxLocality);
  }

  /**
   * Returns a copy of this entry with another count, 0 or more; without a source, but with its
   * origin.
   */
  RequestEntry with(int newCount, boolean newRelaxLocality) {
    return new RequestEntry(key, resourceName, newCount, newRelaxLocality, origin, false);
  }

  /** Returns the record that this entry was read from; null if no record says exactly the same. */
  public Object source() {
    return isAsRead ? origin : null;
  }

  /**
   * Returns the record that the application stated for this key and resource name, whatever its
   * count; null if there is none.
   */
  public Object origin() {
    return origin;
  }

  public RequestKey key() {
    return key;
  }

  public String resourceName() {
    return resourceName;
  }

  public int count() {
    return count;
  }

  public boolean relaxLocality() {
    return relaxLocality;
  }

  public boolean isAny() {
    return resourceName.equals(ANY);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof RequestEntry
        && ((RequestEntry) o).key.equals(key)
        && ((RequestEntry) o).resourceName.equals(resourceName)
        && ((RequestEntry) o).count == count
        && ((RequestEntry) o).relaxLocality == relaxLocality;
  }

  @Override
  public int hashCode() {
    return Objects.hash(key, resourceName, count, relaxLocality);
  }

  @Override
  public String toString() {
    return key + " " + resourceName + "=" + count + (relaxLocality ? "" : "!");
  }
}
