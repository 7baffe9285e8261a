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
package org.yarnext.tools.simulate.shares;

import org.yarnext.federation.policy.share.CentralisedSharePolicy;
import org.yarnext.federation.policy.share.GlobalFairnessSharePolicy;
import org.yarnext.federation.policy.share.LoadBasedSharePolicy;
import org.yarnext.federation.policy.share.SharePolicy;
import org.yarnext.federation.policy.share.UniformSharePolicy;

/** The ways to determine shares that are compared, by the module's own classes. */
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
