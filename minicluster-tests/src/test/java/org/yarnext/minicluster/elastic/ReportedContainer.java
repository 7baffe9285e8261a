// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic;

import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.yarnext.elastic.UndersizedTag;

/** A container as the ResourceManager reports it. Immutable; compared by all fields. */
public final class ReportedContainer {
  public final long mb;

  /** Requested memory from the tag of an under-sized container; -1 without a tag. */
  public final long requestedMb;

  public final boolean master;

  /** Priority of the request. */
  final int priority;

  final String host;

  ReportedContainer(RMContainer container) {
    mb = container.getAllocatedResource().getMemorySize();
    requestedMb = UndersizedTag.requestedMb(container.getAllocationTags());
    master = container.isAMContainer();
    priority = container.getAllocatedSchedulerKey().getPriority().getPriority();
    host = container.getAllocatedNode().getHost();
  }

  public boolean undersized() {
    return requestedMb > mb;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReportedContainer && other.toString().equals(toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  @Override
  public String toString() {
    return mb
        + " MB"
        + (requestedMb < 0 ? "" : " for " + requestedMb)
        + (master ? " master" : " at " + priority)
        + " on "
        + host;
  }
}
