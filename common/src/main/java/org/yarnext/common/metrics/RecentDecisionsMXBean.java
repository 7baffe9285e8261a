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
package org.yarnext.common.metrics;

/** Shows a feature's latest decisions in JMX, and so at the daemon's {@code /jmx} page. */
public interface RecentDecisionsMXBean {
  /**
   * Returns up to 100 of the newest decisions, newest first, one JSON object each with {@code
   * timeMs} (milliseconds since the epoch), {@code subject}, {@code reason} (the code), {@code
   * text}, {@code applied} (false in shadow mode) and {@code inputs}; never null. If some users may
   * not see every application, returns a single object with {@code hiddenBy} (the setting) and
   * {@code counts} (of the decisions by reason).
   */
  String[] getRecentDecisions();
}
