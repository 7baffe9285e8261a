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
package org.yarnext.elastic.rm;

import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;

/** The sizes that the scheduler gives: the least, and the step between two, in MB. Immutable. */
final class Sizes {
  private final long leastMb;
  private final long stepMb;

  Sizes(long leastMb, long stepMb) {
    this.leastMb = Math.max(1, leastMb);
    this.stepMb = Math.max(1, stepMb);
  }

  /** As the scheduler rounds asks: one MB above the least allocation becomes the next size. */
  static Sizes of(AbstractYarnScheduler<?, ?> scheduler) {
    Resource most = scheduler.getMaximumResourceCapability();
    Resource least = scheduler.getMinimumResourceCapability();
    long leastMb = normal(scheduler, Math.max(1, least.getMemorySize()), most);
    return new Sizes(leastMb, normal(scheduler, leastMb + 1, most) - leastMb);
  }

  private static long normal(AbstractYarnScheduler<?, ?> scheduler, long mb, Resource most) {
    return scheduler.getNormalizedResource(Resource.newInstance(mb, 1), most).getMemorySize();
  }

  long leastMb() {
    return leastMb;
  }

  long stepMb() {
    return stepMb;
  }
}
