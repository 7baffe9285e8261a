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
package org.yarnext.tools.simulate.world.rm.virtual;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.yarnext.tools.simulate.engine.SimulationException;

/**
 * The least and largest container, which YARN keeps in statics: runs that have them in common go on
 * together, others wait for each other. Thread-safe.
 */
final class ContainerSizeLock implements AutoCloseable {
  private static String current;
  private static int users;

  private boolean closed;

  private ContainerSizeLock() {}

  /** Waits until no other run uses different sizes, and sets these. */
  static ContainerSizeLock take(Configuration conf) {
    String wanted =
        conf.get(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB)
            + " "
            + conf.get(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB);
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
