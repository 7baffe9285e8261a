// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.settings;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.yarnext.tools.cluster.JmxPage;

/** Counters of a daemon that show whether a change does harm. Immutable. */
final class DaemonCounters {
  /** Counters of features that may not rise more than before at all. */
  static final Set<String> FAULTS =
      Collections.unmodifiableSet(
          new HashSet<>(Arrays.asList("GuardTrips", "ConfigurationRefused")));

  /** Counters of containers that ended badly, which may not rise more than before. */
  static final Set<String> LOSSES =
      Collections.unmodifiableSet(
          new HashSet<>(
              Arrays.asList(
                  "ContainersKilled",
                  "ContainersFailed",
                  "ContainersReclaimed",
                  "UndersizedOutOfMemory")));

  private final Map<String, Long> values;

  DaemonCounters(Map<String, Long> values) {
    this.values = Collections.unmodifiableMap(new TreeMap<>(values));
  }

  /** Returns the sums over the beans of a page. */
  static DaemonCounters of(JmxPage page) {
    Map<String, Long> sums = new TreeMap<>();
    for (JsonNode bean : page.beans()) {
      boolean isOurs = bean.has("tag.Mode");
      boolean isNodes = bean.path("name").asText().contains("name=NodeManagerMetrics");
      bean.fields()
          .forEachRemaining(
              field -> {
                boolean isCounted =
                    isOurs && FAULTS.contains(field.getKey())
                        || (isOurs || isNodes) && LOSSES.contains(field.getKey());
                if (isCounted && field.getValue().isIntegralNumber()) {
                  sums.merge(field.getKey(), field.getValue().asLong(), Long::sum);
                }
              });
    }
    return new DaemonCounters(sums);
  }

  /**
   * Returns by how much each counter is above an earlier one. A counter that fell belongs to a
   * daemon that was restarted, and counts from 0.
   */
  Map<String, Long> since(DaemonCounters earlier) {
    Map<String, Long> rises = new TreeMap<>();
    values.forEach(
        (name, now) -> {
          long before = earlier.values.getOrDefault(name, 0L);
          rises.put(name, now < before ? now : now - before);
        });
    return rises;
  }
}
