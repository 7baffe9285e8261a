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
package org.yarnext.tools.simulate.outcome;

/** The names of counters that reports look for; a world that cannot count one has none of it. */
public final class CounterNames {
  /** Time for which jobs had unserved requests, summed over jobs, in ms. */
  public static final String WAITING_MS = "waiting-ms";

  /** Part of {@link #WAITING_MS} with less than half of the fair share in use. */
  public static final String POOR_MS = "below-half-share-ms";

  private CounterNames() {}
}
