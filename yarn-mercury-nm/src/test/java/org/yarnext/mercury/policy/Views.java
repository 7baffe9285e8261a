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
package org.yarnext.mercury.policy;

import java.util.ArrayList;
import java.util.List;

/** Containers and nodes for the tests of policies. */
final class Views {
  static final JobKey JOB = JobKey.of(1, 1);

  private Views() {}

  static ContainerView waiting(String id, long arrivedAtMs) {
    return waiting(id, JOB, 0, 1024, 1, 10_000, arrivedAtMs);
  }

  static ContainerView waiting(
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

  static ContainerView running(String id, long memoryMb, long vcores, long runMs, long sinceMs) {
    return waiting(id, JOB, 0, memoryMb, vcores, runMs, sinceMs).startedAt(sinceMs);
  }

  /** A node of which {@code free} is free and nothing waits outside the queue. */
  static NodeView node(long nowMs, ResourceVector total, ResourceVector used) {
    return new NodeView(nowMs, total, used, ResourceVector.NONE, 0);
  }

  static List<String> ids(Iterable<ContainerView> containers) {
    List<String> ids = new ArrayList<>();
    containers.forEach(c -> ids.add(c.id()));
    return ids;
  }
}
