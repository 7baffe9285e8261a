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
package org.yarnext.elastic.policy;

import org.yarnext.common.decision.Decision;

/** For tests: another policy that is known not to wait, as those of this package are. */
public final class PromptPolicy implements ElasticPolicy {
  private final ElasticPolicy policy;

  public PromptPolicy(ElasticPolicy policy) {
    this.policy = policy;
  }

  @Override
  public Decision<Long> decide(SizingRequest request) {
    return policy.decide(request);
  }
}
