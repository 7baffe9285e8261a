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
package org.yarnext.elastic.policy.trust;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why a task class may be under-sized or not; the codes are stable and counted. */
public enum TrustReason implements DecisionReason {
  TRUST_KEPT("Nothing speaks against the profile of this task class."),
  TRUST_LOST_MEMORY("A task of this class that was under-sized ran out of memory."),
  TRUST_LOST_HEAP_LEFT("The heap of a task of this class could not be made smaller."),
  TRUST_LOST_FAILURES("Several of the last under-sized tasks of this class failed."),
  TRUST_LOST_RUN_TIMES("Tasks of this class persistently ran longer than expected.");

  private final String text;

  TrustReason(String text) {
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
