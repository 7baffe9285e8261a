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
import org.yarnext.common.requests.SchedulerSet;

/**
 * The input of the division of the requests of one application: the sub-clusters and their weights
 * and loads. Immutable.
 */
public final class SplitView implements SchedulerSet {
  private final Map<String, SubClusterLoad> open;
  private final Set<String> leaving;
  private final String home;
  private final Function<String, Set<String>> owners;
  private final long nowMs;

  private SplitView(
      Map<String, SubClusterLoad> open,
      Set<String> leaving,
      String home,
      Function<String, Set<String>> owners,
      long nowMs) {
    this.open = open;
    this.leaving = leaving;
    this.home = home;
    this.owners = owners;
    this.nowMs = nowMs;
  }

  /**
   * @param open the sub-clusters that are not lost
   * @param home where the application's master runs; takes what nobody else can
   * @param owners of a host or rack, the sub-clusters it belongs to; empty if unknown, never null
   * @param nowMs of a clock that never goes back, in ms
   */
  public static SplitView of(
      Collection<SubClusterLoad> open,
      String home,
      Function<String, Set<String>> owners,
      long nowMs) {
    Map<String, SubClusterLoad> byName = new TreeMap<>();
    open.forEach(s -> byName.put(s.name(), s));
    return new SplitView(
        Collections.unmodifiableMap(byName), Collections.emptySet(), home, owners, nowMs);
  }

  /**
   * The same with sub-clusters that answer but are to provide nothing, as when the operator took
   * their weight away: what waits there is taken back, and they are told so.
   */
  public SplitView leaving(Set<String> names) {
    return new SplitView(
        open, Collections.unmodifiableSet(new HashSet<>(names)), home, owners, nowMs);
  }

  Map<String, SubClusterLoad> open() {
    return open;
  }

  boolean isOpen(String subCluster) {
    return open.containsKey(subCluster);
  }

  @Override
  public boolean isReachable(String subCluster) {
    return open.containsKey(subCluster) || leaving.contains(subCluster);
  }

  /** Infinite for one that is not open: what waits there is the first to be taken away. */
  double load(String subCluster) {
    SubClusterLoad s = open.get(subCluster);
    return s == null ? Double.POSITIVE_INFINITY : s.load();
  }

  @Override
  public String home() {
    return home;
  }

  @Override
  public Set<String> owners(String name) {
    return owners.apply(name);
  }

  long nowMs() {
    return nowMs;
  }
}
