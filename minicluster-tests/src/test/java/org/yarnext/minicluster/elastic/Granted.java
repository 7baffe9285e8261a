// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic;

import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.yarnext.elastic.UndersizedTag;

/** What the ResourceManager says of a container. Immutable; equal if all of it is. */
public final class Granted {
  public final long mb;

  /** What was asked for, from the tag of an under-sized container; -1 without one. */
  public final long askedMb;

  public final boolean master;

  /** Of the request. */
  final int priority;

  final String host;

  Granted(RMContainer container) {
    mb = container.getAllocatedResource().getMemorySize();
    askedMb = UndersizedTag.askedMb(container.getAllocationTags());
    master = container.isAMContainer();
    priority = container.getAllocatedSchedulerKey().getPriority().getPriority();
    host = container.getAllocatedNode().getHost();
  }

  public boolean undersized() {
    return askedMb > mb;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Granted && other.toString().equals(toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  @Override
  public String toString() {
    return mb
        + " MB"
        + (askedMb < 0 ? "" : " for " + askedMb)
        + (master ? " master" : " at " + priority)
        + " on "
        + host;
  }
}
