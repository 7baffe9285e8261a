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
package org.yarnext.orchestrator;

import java.util.Collections;
import org.yarnext.common.conf.NamedPolicies;
import org.yarnext.orchestrator.policy.estimate.RecentEstimator;
import org.yarnext.orchestrator.policy.estimate.RegressionEstimator;
import org.yarnext.orchestrator.policy.estimate.UniformEstimator;
import org.yarnext.orchestrator.policy.estimate.UsageEstimator;
import org.yarnext.orchestrator.rm.progress.CompositeProgressSource;
import org.yarnext.orchestrator.rm.progress.MapReduceProgressSource;
import org.yarnext.orchestrator.rm.progress.ProgressSource;
import org.yarnext.orchestrator.rm.progress.TezProgressSource;

/** Named estimators and progress sources of this module. */
final class Policies {
  static final NamedPolicies<UsageEstimator> ESTIMATORS =
      new NamedPolicies<>(UsageEstimator.class, "NodeManager")
          .named("regression", RegressionEstimator::new)
          .named("recent", RecentEstimator::new)
          .named("uniform", UniformEstimator::new);

  static final NamedPolicies<ProgressSource> PROGRESS =
      new NamedPolicies<>(ProgressSource.class, "ResourceManager")
          .named("masters", CompositeProgressSource::new)
          .named("mapreduce", MapReduceProgressSource::new)
          .named("tez", TezProgressSource::new)
          .named("none", () -> (phase, running, master) -> Collections.emptyMap());

  private Policies() {}
}
