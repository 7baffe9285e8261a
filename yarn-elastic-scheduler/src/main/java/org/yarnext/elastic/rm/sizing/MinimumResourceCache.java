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
package org.yarnext.elastic.rm.sizing;

import org.apache.hadoop.yarn.api.records.Resource;

/**
 * Caches an attempt's request with the scheduler's minimum memory: it is needed at every node
 * without room for the whole request, and creating it costs more than examining it. Thread-safe.
 */
public final class MinimumResourceCache {
  private volatile Kept latest;

  private static final class Kept {
    final Resource asked;
    final Resource least;

    Kept(Resource asked, Resource least) {
      this.asked = asked;
      this.least = least;
    }

    boolean isOf(Resource other, long leastMb) {
      return asked == other
          && least.getMemorySize() == leastMb
          && least.getVirtualCores() == other.getVirtualCores();
    }
  }

  /** Returns the resource with the minimum memory; not to be changed. */
  public Resource of(Resource asked, long leastMb) {
    Kept kept = latest;
    if (kept == null || !kept.isOf(asked, leastMb)) {
      kept = new Kept(asked, ReducedPendingAsk.withMemory(asked, leastMb));
      latest = kept;
    }
    return kept.least;
  }
}
