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
package org.yarnext.elastic.rm.host;

import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.yarnext.common.periodic.PeriodicTask;

/** The ResourceManager as host. Thread-safe. */
final class DaemonHost implements ElasticHost {
  @Override
  public long nowMs() {
    return System.currentTimeMillis();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long startedMs(RMContainer container) {
    return container.getCreationTime();
  }

  @Override
  public Rounds repeat(String name, Runnable work, long intervalMs) {
    PeriodicTask task = new PeriodicTask(name, intervalMs, work::run).start(0);
    return new Rounds() {
      @Override
      public void once(Runnable early, long delayNanos) {
        task.onceAfterNanos(delayNanos, early::run);
      }

      @Override
      public long ageMs() {
        return task.ageMs();
      }

      @Override
      public long failures() {
        return task.failures();
      }

      @Override
      public void end() {
        task.close();
      }
    };
  }

  @Override
  public ProfileSource profiles() {
    return null;
  }
}
