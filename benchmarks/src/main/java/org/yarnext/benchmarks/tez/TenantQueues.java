// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.tez;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Queues of the CapacityScheduler for tenants with equal shares of memory. The capacity of each is
 * also its maximum, as if tenants got exactly what they pay for. Stateless.
 */
final class TenantQueues {
  private static final String ROOT = "yarn.scheduler.capacity.root.";

  private TenantQueues() {}

  /** Returns the queue of a tenant, from 0. */
  static String of(int tenant) {
    return "tenant-" + tenant;
  }

  /**
   * Returns the settings of the scheduler. The queue {@code default} gets the indivisible rest, and
   * may use all idle capacity.
   */
  static Map<String, String> settings(int tenants) {
    int percent = 100 / tenants;
    String queues =
        IntStream.range(0, tenants).mapToObj(TenantQueues::of).collect(Collectors.joining(","));
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(ROOT + "queues", "default," + queues);
    settings.put(ROOT + "default.capacity", Integer.toString(100 - tenants * percent));
    settings.put(ROOT + "default.maximum-capacity", "100");
    // With a capacity of 0, the usual limits of users and applications would be 0.
    settings.put(ROOT + "default.user-limit-factor", "-1");
    settings.put(ROOT + "default.maximum-applications", "100");
    for (int tenant = 0; tenant < tenants; tenant++) {
      settings.put(ROOT + of(tenant) + ".capacity", Integer.toString(percent));
      settings.put(ROOT + of(tenant) + ".maximum-capacity", Integer.toString(percent));
    }
    return settings;
  }
}
