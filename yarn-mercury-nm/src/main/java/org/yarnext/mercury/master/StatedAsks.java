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
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * An application's own table of what it has outstanding, kept as simply as can be: what is sent to
 * the ResourceManager, whole, if the ledger fails. Not thread-safe.
 */
final class StatedAsks {
  /** By priority and request id, then by size and execution type; no entry is empty. */
  private final Map<String, Map<String, Line>> lines = new LinkedHashMap<>();

  /** Lines that changed since the last call went well. */
  private Set<Line> changed = new LinkedHashSet<>();

  /** Lines of which nothing was outstanding when the last call went well. */
  private Set<Line> over = new LinkedHashSet<>();

  /** What an application counts together. */
  private static final class Line {
    final String schedulerKey;
    final String size;
    final boolean opportunistic;
    final Map<String, ResourceRequest> byName = new LinkedHashMap<>();

    Line(ResourceRequest r) {
      schedulerKey = schedulerKey(r.getPriority().getPriority(), r.getAllocationRequestId());
      size = Sizes.text(r.getCapability());
      opportunistic = Asks.opportunistic(r);
    }

    String key() {
      return key(size, opportunistic);
    }

    static String key(String size, boolean opportunistic) {
      return size + (opportunistic ? "/opportunistic" : "");
    }

    int outstanding() {
      ResourceRequest any = byName.get(ResourceRequest.ANY);
      return any == null ? 0 : any.getNumContainers();
    }

    boolean over() {
      return byName.containsKey(ResourceRequest.ANY) && outstanding() <= 0;
    }
  }

  /**
   * The master stated these; each replaces what it stated of the same entry before.
   *
   * @return what to state to take it back; copies
   */
  List<ResourceRequest> state(List<ResourceRequest> requests) {
    List<ResourceRequest> before = new ArrayList<>(requests.size());
    for (ResourceRequest r : requests) {
      Line stated = new Line(r);
      Line line =
          lines
              .computeIfAbsent(stated.schedulerKey, key -> new LinkedHashMap<>())
              .computeIfAbsent(stated.key(), key -> stated);
      changed.add(line);
      over.remove(line);
      ResourceRequest old = line.byName.put(r.getResourceName(), Asks.copy(r));
      if (old == null) {
        old = Asks.copy(r);
        old.setNumContainers(0);
      }
      before.add(old);
    }
    // If an entry is there twice, the first one replaced what was before.
    Collections.reverse(before);
    return before;
  }

  void clear() {
    lines.clear();
    changed.clear();
    over.clear();
  }

  /**
   * A request that the ledger made, as the application itself wrote the entry that it is of: with
   * its units and with what this version does not know.
   */
  ResourceRequest like(ResourceRequest made) {
    Map<String, Line> sizes =
        lines.getOrDefault(
            schedulerKey(made.getPriority().getPriority(), made.getAllocationRequestId()),
            Collections.emptyMap());
    String size = Sizes.text(made.getCapability());
    Line line = sizes.get(Line.key(size, false));
    if (line == null) {
      line = sizes.get(Line.key(size, true));
    }
    ResourceRequest stated = line == null ? null : line.byName.get(made.getResourceName());
    if (stated == null) {
      return made;
    }
    ResourceRequest like = Asks.copy(stated);
    like.setNumContainers(made.getNumContainers());
    like.setRelaxLocality(made.getRelaxLocality());
    like.setNodeLabelExpression(made.getNodeLabelExpression());
    like.setExecutionTypeRequest(made.getExecutionTypeRequest());
    return like;
  }

  /** Takes a granted container from its line, as the master does when it hears of it. */
  void granted(Container c) {
    Map<String, Line> sizes =
        lines.getOrDefault(
            schedulerKey(c.getPriority().getPriority(), c.getAllocationRequestId()),
            Collections.emptyMap());
    String size = Sizes.text(c.getResource());
    boolean opportunistic = MasterRecord.opportunistic(c);
    boolean exact = sizes.values().stream().anyMatch(l -> l.size.equals(size));
    Line found = null;
    for (Line line : sizes.values()) {
      // Of another size if nothing of that size was asked: schedulers round up.
      boolean fits = !exact || line.size.equals(size);
      if (fits
          && line.outstanding() > 0
          && (found == null
              || (line.opportunistic == opportunistic && found.opportunistic != opportunistic))) {
        found = line;
      }
    }
    if (found != null) {
      changed.add(found);
      take(found.byName.get(ResourceRequest.ANY));
      take(found.byName.get(c.getNodeId().getHost()));
    }
  }

  private static void take(ResourceRequest r) {
    if (r != null) {
      r.setNumContainers(Math.max(0, r.getNumContainers() - 1));
    }
  }

  /**
   * A call went well. Forgets lines of which nothing is outstanding, but at the second call: what
   * the schedulers still had of them they were told at the one before.
   */
  void settled() {
    for (Line line : over) {
      lines.computeIfPresent(
          line.schedulerKey,
          (key, sizes) -> {
            sizes.remove(line.key(), line);
            return sizes.isEmpty() ? null : sizes;
          });
    }
    over = changed;
    over.removeIf(line -> !line.over());
    changed = new LinkedHashSet<>();
  }

  /**
   * Everything, as the master would state it now; copies. What is over comes first: of one priority
   * and request id YARN keeps the size that is stated last.
   */
  List<ResourceRequest> all() {
    List<Line> overFirst = new ArrayList<>();
    lines.values().forEach(sizes -> overFirst.addAll(sizes.values()));
    overFirst.sort(Comparator.comparing(line -> line.outstanding() > 0));
    List<ResourceRequest> all = new ArrayList<>();
    overFirst.forEach(line -> line.byName.values().forEach(r -> all.add(Asks.copy(r))));
    return all;
  }

  private static String schedulerKey(int priority, long requestId) {
    return priority + "/" + requestId;
  }
}
