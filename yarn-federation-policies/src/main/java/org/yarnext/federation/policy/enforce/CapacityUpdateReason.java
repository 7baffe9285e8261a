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
package org.yarnext.federation.policy.enforce;

import org.yarnext.common.decision.DecisionReason;

/**
 * The reasons why capacities of queues change or not; the codes are stable and counted in the
 * metrics.
 */
public enum CapacityUpdateReason implements DecisionReason {
  ENFORCE_SHARES("Capacities follow the shares of the whole cluster."),
  ENFORCE_STATIC("No recent shares are known: capacities go back to the configured ones."),
  ENFORCE_UNCHANGED("No capacity is far enough from where it should be.");

  private final String text;

  CapacityUpdateReason(String text) {
    this.text = text;
  }

  @Override
  public String code() {
    return name();
  }

  @Override
  public String text() {
    return text;
  }
}
