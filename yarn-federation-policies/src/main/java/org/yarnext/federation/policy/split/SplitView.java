// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.common.requests.SchedulerSet;

/**
 * The input of the division of one application's requests: the sub-clusters with their weights and
 * loads. Immutable.
 */
public final class SplitView implements SchedulerSet {
  private final Map<String, SubClusterLoad> open;
  private final Set<String> leaving;
  private final Set<String> registering;
  private final String home;
  private final Function<String, Set<String>> owners;
  private final long nowMs;

  private SplitView(
      Map<String, SubClusterLoad> open,
      Set<String> leaving,
      Set<String> registering,
      String home,
      Function<String, Set<String>> owners,
      long nowMs) {
    this.open = open;
    this.leaving = leaving;
    this.registering = registering;
    this.home = home;
    this.owners = owners;
    this.nowMs = nowMs;
  }

  /**
   * Returns a view.
   *
   * @param open the sub-clusters that are not lost
   * @param home the application's home sub-cluster; takes requests that no other can
   * @param owners returns the sub-clusters that a host or rack belongs to; empty if unknown, never
   *     null
   * @param nowMs time of a monotonic clock, in ms
   */
  public static SplitView of(
      Collection<SubClusterLoad> open,
      String home,
      Function<String, Set<String>> owners,
      long nowMs) {
    Map<String, SubClusterLoad> byName = new TreeMap<>();
    open.forEach(s -> byName.put(s.name(), s));
    return new SplitView(
        Collections.unmodifiableMap(byName),
        Collections.emptySet(),
        Collections.emptySet(),
        home,
        owners,
        nowMs);
  }

  /**
   * Returns this view with sub-clusters that respond but are to receive no requests, as when an
   * operator set their weight to 0. Their requests are withdrawn.
   */
  public SplitView leaving(Set<String> names) {
    return new SplitView(open, copy(names), registering, home, owners, nowMs);
  }

  /**
   * Returns this view with sub-clusters where YARN is registering the application. They are sent
   * nothing until they have responded to the first call: YARN sends that one last.
   */
  public SplitView registering(Set<String> names) {
    return new SplitView(open, leaving, copy(names), home, owners, nowMs);
  }

  private static Set<String> copy(Set<String> names) {
    return Collections.unmodifiableSet(new HashSet<>(names));
  }

  Map<String, SubClusterLoad> open() {
    return open;
  }

  boolean isOpen(String subCluster) {
    return open.containsKey(subCluster);
  }

  /**
   * Returns whether all sub-clusters that may get requests have reported their headroom recently.
   */
  boolean isHeadroomKnown() {
    for (SubClusterLoad each : open.values()) {
      if (each.weight() > 0 && (each.isUnresponsive() || each.isStale())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isReachable(String subCluster) {
    return open.containsKey(subCluster) || leaving.contains(subCluster);
  }

  @Override
  public boolean keepsOrder(String subCluster) {
    return !registering.contains(subCluster);
  }

  /**
   * Returns the load; infinite for a sub-cluster that is not open, so that its requests leave
   * first.
   */
  double load(String subCluster) {
    SubClusterLoad s = open.get(subCluster);
    return s == null ? Double.POSITIVE_INFINITY : s.load();
  }

  @Override
  public String home() {
    return home;
  }

  @Override
  public Set<String> owners(RequestKey key, String name) {
    return owners.apply(name);
  }

  long nowMs() {
    return nowMs;
  }
}
