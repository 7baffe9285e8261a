// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.restart;

import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.rm.ElasticCapacityScheduler;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.sizing.ElasticComponents;

/** Ours, in a ResourceManager that makes its scheduler by name. */
public final class HalvingCapacityScheduler extends ElasticCapacityScheduler {
  @Override
  protected ElasticComponents components(ElasticConfiguration configuration) {
    return FixedPolicies.always(FixedPolicies.HALVE);
  }
}
