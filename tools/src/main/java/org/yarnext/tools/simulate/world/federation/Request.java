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
package org.yarnext.tools.simulate.world.federation;

import java.util.HashMap;
import java.util.Map;
import org.yarnext.federation.policy.split.Ask;
import org.yarnext.federation.policy.split.AskKey;

/**
 * What one sub-cluster's ResourceManager has noted of one ask of an application, and where it would
 * grant a container for it: on hosts that are named, after a while in their racks, and after a
 * while more anywhere. Not thread-safe.
 */
final class Request {
  final Tenant tenant;
  final AskKey key;
  final long mb;
  final int vcores;

  /** How many are outstanding. */
  int any;

  private final Map<String, Integer> names = new HashMap<>();
  private long waitingSinceMs;

  Request(Tenant tenant, AskKey key, long mb, int vcores) {
    this.tenant = tenant;
    this.key = key;
    this.mb = mb;
    this.vcores = vcores;
  }

  /** Takes one line; returns by how many containers more, or fewer below 0, are outstanding. */
  int note(Ask ask, long nowMs) {
    if (!ask.isAny()) {
      if (ask.count() > 0) {
        names.put(ask.name(), ask.count());
      } else {
        names.remove(ask.name());
      }
      return 0;
    }
    int more = ask.count() - any;
    waitingSinceMs = any == 0 ? nowMs : waitingSinceMs;
    any = ask.count();
    return more;
  }

  /** Whether a container may be on this node, by now. */
  boolean accepts(Node node, boolean farToo, long nowMs, Model model) {
    if (any == 0 || !node.fits(this)) {
      return false;
    }
    if (names.isEmpty()) {
      return farToo;
    }
    if (names.containsKey(node.host)) {
      return true;
    }
    long waitedMs = nowMs - waitingSinceMs;
    return waitedMs >= model.nodeDelayMs
        && (names.containsKey(node.rack)
            || (farToo && waitedMs >= model.nodeDelayMs + model.rackDelayMs));
  }

  /**
   * A container is granted, and counts at its host, in its rack and anywhere.
   *
   * @return whether it is on a node that nobody named
   */
  boolean granted(Node node, long nowMs) {
    any--;
    boolean atHost = less(node.host);
    boolean inRack = less(node.rack);
    if (atHost || inRack) {
      waitingSinceMs = nowMs;
    }
    return !atHost && !inRack;
  }

  private boolean less(String name) {
    Integer count = names.get(name);
    if (count == null) {
      return false;
    }
    if (count == 1) {
      names.remove(name);
    } else {
      names.put(name, count - 1);
    }
    return true;
  }
}
