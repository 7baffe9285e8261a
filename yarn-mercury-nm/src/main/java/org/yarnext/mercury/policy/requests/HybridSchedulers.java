// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.yarnext.common.requests.SchedulerSet;

/** The guaranteed and the opportunistic scheduler: both are sent all hosts and racks. Immutable. */
final class HybridSchedulers implements SchedulerSet {
  private static final Set<String> BOTH =
      Collections.unmodifiableSet(
          new HashSet<>(Arrays.asList(HybridLedger.GUARANTEED, HybridLedger.OPPORTUNISTIC)));

  @Override
  public Set<String> owners(String resourceName) {
    return BOTH;
  }

  @Override
  public String home() {
    return HybridLedger.GUARANTEED;
  }

  @Override
  public boolean isReachable(String scheduler) {
    return true;
  }
}
