// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.home;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The input of a {@link PowerOfChoicesPolicy}: the active sub-clusters, a Router's recent choices,
 * and the earlier home and failures of the application. Immutable.
 */
public final class HomeView {
  private final List<SubClusterSnapshot> active;
  private final HomeChoiceHistory.Counts recent;
  private final String previous;
  private final Set<String> failed;

  private HomeView(
      List<SubClusterSnapshot> active,
      HomeChoiceHistory.Counts recent,
      String previous,
      Set<String> failed) {
    this.active = active;
    this.recent = recent;
    this.previous = previous;
    this.failed = failed;
  }

  /**
   * Returns the view for an application that is submitted for the first time.
   *
   * @param active the sub-clusters that the state store lists as active
   * @param recent this Router's recent choices
   */
  public static HomeView of(
      Collection<SubClusterSnapshot> active, HomeChoiceHistory.Counts recent) {
    return new HomeView(
        Collections.unmodifiableList(new ArrayList<>(active)),
        recent,
        null,
        Collections.emptySet());
  }

  /**
   * Returns this view for an application that was submitted before.
   *
   * @param newPrevious the home that the state store has for it; null if none
   * @param newFailed sub-clusters in which its submission failed; they are not chosen again
   */
  public HomeView retried(String newPrevious, Collection<String> newFailed) {
    return new HomeView(
        active, recent, newPrevious, Collections.unmodifiableSet(new HashSet<>(newFailed)));
  }

  List<SubClusterSnapshot> active() {
    return active;
  }

  HomeChoiceHistory.Counts recent() {
    return recent;
  }

  String previous() {
    return previous;
  }

  boolean hasFailed(String name) {
    return failed.contains(name);
  }

  int failures() {
    return failed.size();
  }
}
