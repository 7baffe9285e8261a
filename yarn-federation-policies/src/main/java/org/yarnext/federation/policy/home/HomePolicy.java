// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.home;

import java.util.Random;
import org.yarnext.common.decision.Decision;

/**
 * A policy that chooses the sub-cluster in which an application's master runs (Hydra section 4.1,
 * Router policies).
 *
 * <p>Implementations keep no state and may be called by many threads, thousands of times a second.
 */
public interface HomePolicy {
  /**
   * @param random for ties and samples; the only source of chance
   * @return the name of an active sub-cluster where it has not failed; null if there is none
   */
  Decision<String> choose(HomeView view, Random random);
}
