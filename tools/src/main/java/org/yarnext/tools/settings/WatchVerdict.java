// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.tools.cluster.ClusterDaemon;

/**
 * Judges whether daemons fare worse after a change than before.
 *
 * <p>A change is worse if guards trip or configurations are refused more often than before, or if a
 * changed daemon no longer answers. Killed and failed containers are common, so a tolerance
 * applies: their number may exceed that before the change by half, plus 10, plus three standard
 * deviations of a Poisson process.
 */
final class WatchVerdict {
  private static final int ALWAYS = 10;

  private WatchVerdict() {}

  /** Counters of daemons at the beginning and the end of a period. */
  static final class Period {
    private final Map<ClusterDaemon, DaemonCounters> start;
    private final Map<ClusterDaemon, DaemonCounters> end;

    Period(Map<ClusterDaemon, DaemonCounters> start, Map<ClusterDaemon, DaemonCounters> end) {
      this.start = start;
      this.end = end;
    }

    /** Returns the increase of each counter, summed over the daemons. */
    Map<String, Long> rises(Collection<ClusterDaemon> daemons) {
      Map<String, Long> sums = new TreeMap<>();
      for (ClusterDaemon daemon : daemons) {
        if (start.containsKey(daemon) && end.containsKey(daemon)) {
          end.get(daemon)
              .since(start.get(daemon))
              .forEach((name, rise) -> sums.merge(name, rise, Long::sum));
        }
      }
      return sums;
    }
  }

  /**
   * Returns the problems after the change, a sentence each; empty if the change may go on.
   *
   * @param changed the daemons that were changed
   * @param before a period before the change, at least as long as the other one
   */
  static List<String> worse(Collection<ClusterDaemon> changed, Period before, Period after) {
    List<String> sentences = new ArrayList<>();
    long unresponsive =
        changed.stream()
            .filter(daemon -> after.start.containsKey(daemon) && !after.end.containsKey(daemon))
            .count();
    if (unresponsive > 0) {
      sentences.add(unresponsive + " changed daemons no longer answer.");
    }
    Map<String, Long> usual = before.rises(changed);
    after
        .rises(changed)
        .forEach(
            (name, rise) -> {
              long old = usual.getOrDefault(name, 0L);
              double max =
                  DaemonCounters.FAULTS.contains(name)
                      ? old
                      : 1.5 * old + ALWAYS + 3 * Math.sqrt(old);
              if (rise > max) {
                sentences.add(name + " rose by " + rise + ", by " + old + " before the change.");
              }
            });
    return sentences;
  }
}
