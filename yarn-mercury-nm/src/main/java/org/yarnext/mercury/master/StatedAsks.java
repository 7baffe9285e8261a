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
package org.yarnext.mercury.master;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * An application's own table of what it has outstanding, kept as simply as can be: what is sent to
 * the ResourceManager, whole, if the ledger fails. Not thread-safe.
 */
final class StatedAsks {
  private final Map<String, ResourceRequest> byEntry = new LinkedHashMap<>();

  /** The master stated these; each replaces what it stated of the same entry before. */
  void state(List<ResourceRequest> requests) {
    for (ResourceRequest r : requests) {
      byEntry.put(line(r) + r.getResourceName(), copy(r));
    }
  }

  /** The master registered again and will state everything anew. */
  void clear() {
    byEntry.clear();
  }

  /** Takes a granted container from its line, as the master does when it hears of it. */
  void granted(Container c) {
    String scheduler = key(c.getPriority().getPriority(), c.getAllocationRequestId());
    String exact = scheduler + Sizes.text(c.getResource()) + "/";
    String line = byEntry.containsKey(exact + ResourceRequest.ANY) ? exact : null;
    for (ResourceRequest r : byEntry.values()) {
      if (line == null && open(r) && line(r).startsWith(scheduler)) {
        // Rounded up by the scheduler.
        line = line(r);
      }
    }
    if (line != null) {
      take(byEntry.get(line + ResourceRequest.ANY));
      take(byEntry.get(line + c.getNodeId().getHost()));
    }
  }

  private static boolean open(ResourceRequest r) {
    return ResourceRequest.isAnyLocation(r.getResourceName()) && r.getNumContainers() > 0;
  }

  private static void take(ResourceRequest r) {
    if (r != null) {
      r.setNumContainers(Math.max(0, r.getNumContainers() - 1));
    }
  }

  /** Everything, as the master would state it now; copies. */
  List<ResourceRequest> all() {
    List<ResourceRequest> all = new ArrayList<>(byEntry.size());
    byEntry.values().forEach(r -> all.add(copy(r)));
    return all;
  }

  private static ResourceRequest copy(ResourceRequest r) {
    return ResourceRequest.clone(r);
  }

  private static String line(ResourceRequest r) {
    return key(r.getPriority().getPriority(), r.getAllocationRequestId())
        + Sizes.text(r.getCapability())
        + "/";
  }

  private static String key(int priority, long requestId) {
    return priority + "/" + requestId + "/";
  }
}
