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
package org.yarnext.tez.am.container;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.apache.tez.dag.app.ContainerContext;
import org.apache.tez.dag.app.rm.AMSchedulerEventTALaunchRequest;

/**
 * Decides whether a container that runs tasks of one vertex may run those of another: as Tez does,
 * by its process's launch context, and by its size. Thread-safe.
 */
public final class ContainerReuseMatcher {
  private final ContainerContext context;
  private final Resource size;

  /** Earlier results; a vertex has few. */
  private final Map<ContainerReuseMatcher, Boolean> served = new ConcurrentHashMap<>();

  private ContainerReuseMatcher(ContainerContext context, Resource size) {
    this.context = context;
    this.size = size;
  }

  public static ContainerReuseMatcher of(AMSchedulerEventTALaunchRequest request) {
    return new ContainerReuseMatcher(request.getContainerContext(), request.getCapability());
  }

  /** Returns whether a container launched for these requirements serves others, too. */
  public boolean serves(ContainerReuseMatcher other) {
    return served.computeIfAbsent(
        other, next -> context.isSuperSet(next.context) && Resources.fitsIn(next.size, size));
  }
}
