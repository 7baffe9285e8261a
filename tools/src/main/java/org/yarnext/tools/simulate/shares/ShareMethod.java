// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.shares;

import org.yarnext.federation.policy.share.CentralisedSharePolicy;
import org.yarnext.federation.policy.share.GlobalFairnessSharePolicy;
import org.yarnext.federation.policy.share.LoadBasedSharePolicy;
import org.yarnext.federation.policy.share.SharePolicy;
import org.yarnext.federation.policy.share.UniformSharePolicy;

/**
 * Methods to determine shares, which Hydra's Figure 5 compares; each is a policy class of the
 * federation module.
 */
public enum ShareMethod {
  /**
   * Method (i) of section 4.2.1: one scheduler with data locality that places four containers at a
   * time.
   */
  CENTRALISED("centralised", new CentralisedSharePolicy(4)),
  GIF("gif", new GlobalFairnessSharePolicy()),
  /** Method (ii): quotas are limits. */
  UNIFORM("uniform", new UniformSharePolicy(false)),
  /** Method (ii), with lending of unused quota within a sub-cluster, as in YARN. */
  UNIFORM_LENDING("uniform-lending", new UniformSharePolicy(true)),
  /** Method (iii). */
  LOAD_BASED("load-based", new LoadBasedSharePolicy(false)),
  LOAD_BASED_LENDING("load-based-lending", new LoadBasedSharePolicy(true));

  private final String label;
  private final SharePolicy policy;

  ShareMethod(String label, SharePolicy policy) {
    this.label = label;
    this.policy = policy;
  }

  /** Returns the name, a word without spaces. */
  public String label() {
    return label;
  }

  SharePolicy policy() {
    return policy;
  }
}
