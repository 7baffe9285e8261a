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
package org.yarnext.elastic;

import org.yarnext.common.conf.PolicyFactory;
import org.yarnext.elastic.policy.AlgorithmOnePolicy;
import org.yarnext.elastic.policy.BoundedReservationPolicy;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.MinOccupancyPolicy;
import org.yarnext.elastic.policy.NoHarmReservationPolicy;
import org.yarnext.elastic.policy.ReservationPolicy;
import org.yarnext.elastic.policy.StockReservationPolicy;

/** The module's own policies by their short names. */
final class ElasticPolicyRegistry {
  static final PolicyFactory<ElasticPolicy> ELASTIC =
      new PolicyFactory<>(ElasticPolicy.class, "ResourceManager")
          .named("algorithm-1", AlgorithmOnePolicy::new)
          .named("least-occupancy", MinOccupancyPolicy::new);
  static final PolicyFactory<ReservationPolicy> RESERVATIONS =
      new PolicyFactory<>(ReservationPolicy.class, "ResourceManager")
          .named("stock", StockReservationPolicy::new)
          .named("no-harm", NoHarmReservationPolicy::new)
          .named("bounded", BoundedReservationPolicy::new);

  private ElasticPolicyRegistry() {}
}
