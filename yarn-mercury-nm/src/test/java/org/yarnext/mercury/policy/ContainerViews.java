// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy;

import java.util.ArrayList;
import java.util.List;

/** Containers and nodes for the tests of policies. */
public final class ContainerViews {
  public static final JobKey JOB = JobKey.of(1, 1);

  private ContainerViews() {}

  public static ContainerView waiting(String id, long arrivedAtMs) {
    return waiting(id, JOB, 0, 1024, 1, 10_000, arrivedAtMs);
  }

  public static ContainerView waiting(
      String id,
      JobKey job,
      int priority,
      long memoryMb,
      long vcores,
      long runMs,
      long arrivedAtMs) {
    return ContainerView.queued(
        id, job, priority, ResourceVector.of(memoryMb, vcores), runMs, arrivedAtMs);
  }

  public static ContainerView running(
      String id, long memoryMb, long vcores, long runMs, long sinceMs) {
    return waiting(id, JOB, 0, memoryMb, vcores, runMs, sinceMs).startedAt(sinceMs);
  }

  /** A node of which {@code free} is free and nothing waits outside the queue. */
  public static NodeView node(long nowMs, ResourceVector total, ResourceVector used) {
    return new NodeView(nowMs, total, used, ResourceVector.NONE, 0);
  }

  public static List<String> ids(Iterable<ContainerView> containers) {
    List<String> ids = new ArrayList<>();
    containers.forEach(c -> ids.add(c.id()));
    return ids;
  }
}
