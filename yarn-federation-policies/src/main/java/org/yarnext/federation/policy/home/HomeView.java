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
package org.yarnext.federation.policy.home;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The input of a {@link HomePolicy}: what a Router knows when it chooses the home of one
 * application. Immutable.
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
   * @param active the sub-clusters that the state store calls active
   * @param recent what this Router chose lately
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
   * The same for an application that was submitted before.
   *
   * @param newPrevious the home the state store holds for it; null if none
   * @param newFailed where it was tried in vain; not tried again
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
