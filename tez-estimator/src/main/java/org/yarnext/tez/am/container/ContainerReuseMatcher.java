// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am.container;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.apache.tez.dag.app.ContainerContext;
import org.apache.tez.dag.app.rm.AMSchedulerEventTALaunchRequest;

/**
 * Matches a container that ran tasks of one vertex with the requirements of another: like Tez, by
 * the launch context of its process, and also by its size. Thread-safe.
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
