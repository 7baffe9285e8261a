// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import org.yarnext.common.decision.Decision;

/** Test policy that is known not to wait, as those of this package are. */
public final class PromptPolicy implements ElasticPolicy {
  private final ElasticPolicy policy;

  public PromptPolicy(ElasticPolicy policy) {
    this.policy = policy;
  }

  @Override
  public Decision<Long> decide(SizingRequest request) {
    return policy.decide(request);
  }

  @Override
  public boolean mayBlock() {
    return false;
  }
}
