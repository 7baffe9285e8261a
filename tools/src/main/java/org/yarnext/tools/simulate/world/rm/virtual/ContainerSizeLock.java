// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm.virtual;

import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.yarnext.tools.simulate.engine.SimulationException;

/**
 * Locks the minimum and maximum container size and the resource types, which YARN keeps in static
 * fields. Runs with the same values may overlap; others wait for each other. Thread-safe.
 */
final class ContainerSizeLock implements AutoCloseable {
  private static String current;
  private static int users;

  private boolean closed;

  private ContainerSizeLock() {}

  /** Waits until no other run uses different sizes, and sets these. */
  static ContainerSizeLock take(Configuration conf) {
    // All that ResourceUtils reads.
    String wanted =
        Stream.of(
                    YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB,
                    YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB,
                    YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES,
                    YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES)
                .map(conf::get)
                .collect(Collectors.toList())
            + " "
            + new TreeMap<>(conf.getPropsWithPrefix(YarnConfiguration.RESOURCE_TYPES));
    synchronized (ContainerSizeLock.class) {
      while (users > 0 && !wanted.equals(current)) {
        await();
      }
      if (!wanted.equals(current)) {
        ResourceUtils.resetResourceTypes(conf);
        current = wanted;
      }
      users++;
    }
    return new ContainerSizeLock();
  }

  private static void await() {
    try {
      ContainerSizeLock.class.wait();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SimulationException("interrupted", e);
    }
  }

  @Override
  public void close() {
    synchronized (ContainerSizeLock.class) {
      if (!closed) {
        closed = true;
        users--;
        ContainerSizeLock.class.notifyAll();
      }
    }
  }
}
