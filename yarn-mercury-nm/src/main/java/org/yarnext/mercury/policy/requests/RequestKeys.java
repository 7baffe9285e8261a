// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import org.yarnext.common.requests.RequestKey;

/**
 * Creates the keys of an application's requests; guaranteed and opportunistic ones are counted
 * separately.
 */
public final class RequestKeys {
  /** Suffix of the kind of keys that the application itself requests as opportunistic. */
  private static final String OWN = " OPPORTUNISTIC";

  private RequestKeys() {}

  /**
   * Creates a key.
   *
   * @param size any text that is equal for equal sizes, all resource types included
   * @param asOpportunistic whether the application requests opportunistic containers
   */
  public static RequestKey key(
      int priority, long allocationRequestId, String size, boolean asOpportunistic) {
    return RequestKey.of(priority, allocationRequestId, asOpportunistic ? size + OWN : size);
  }

  /**
   * Returns the key that {@link #key} creates, which is a known one if it is equal: to make its
   * text and the hash code of that takes longer than to compare.
   *
   * @param known null if there is none
   */
  public static RequestKey key(
      RequestKey known,
      int priority,
      long allocationRequestId,
      String size,
      boolean asOpportunistic) {
    boolean isSame =
        known != null
            && known.priority() == priority
            && known.allocationRequestId() == allocationRequestId
            && known.kind().length() == size.length() + (asOpportunistic ? OWN.length() : 0)
            && known.kind().startsWith(size)
            && isOpportunistic(known) == asOpportunistic;
    return isSame ? known : key(priority, allocationRequestId, size, asOpportunistic);
  }

  /** Returns whether the application itself requests the key as opportunistic. */
  public static boolean isOpportunistic(RequestKey key) {
    return key.kind().endsWith(OWN);
  }

  /** Returns the size of a key's containers. */
  public static String size(RequestKey key) {
    String kind = key.kind();
    return isOpportunistic(key) ? kind.substring(0, kind.length() - OWN.length()) : kind;
  }

  /** Returns the key that stands for all sizes and execution types of a priority and request id. */
  public static RequestKey withoutSize(RequestKey key) {
    return RequestKey.of(key.priority(), key.allocationRequestId(), "");
  }

  /** Returns the key of the same size and the other execution type. */
  static RequestKey counterpart(RequestKey key) {
    return key(key.priority(), key.allocationRequestId(), size(key), !isOpportunistic(key));
  }
}
