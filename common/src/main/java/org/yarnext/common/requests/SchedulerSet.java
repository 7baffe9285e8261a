// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

import java.util.Set;

/**
 * The schedulers that serve an application, as known during one allocate call: who owns a host or
 * rack, and who is reachable.
 */
public interface SchedulerSet {
  /**
   * Returns the schedulers that are sent a key's requests at a host or in a rack; empty if unknown,
   * never null.
   */
  Set<String> owners(RequestKey key, String resourceName);

  /**
   * Returns the scheduler that gets hosts and racks of unknown owners; it is sent requests even
   * while it is unreachable.
   */
  String home();

  /**
   * Returns whether the scheduler can be sent requests and can allocate from those it has. An
   * unreachable scheduler is given up: containers that it still allocates may be in excess.
   */
  boolean isReachable(String scheduler);

  /**
   * Returns whether calls arrive at the scheduler in the order in which they are sent now. If they
   * may not, it is sent nothing until they do, lest it keep an older total than the last one.
   */
  default boolean keepsOrder(String scheduler) {
    return true;
  }
}
