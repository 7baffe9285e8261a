// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.home;

import java.util.Random;
import org.yarnext.common.decision.Decision;

/**
 * Chooses the sub-cluster in which an application's ApplicationMaster runs (Hydra section 4.1,
 * Router policies).
 *
 * <p>Implementations keep no state. Many threads may call them thousands of times a second.
 */
public interface HomePolicy {
  /**
   * Chooses the home of one application.
   *
   * @param random for ties and samples; the only source of randomness
   * @return the name of an active sub-cluster in which the application has not failed; null if
   *     there is none
   */
  Decision<String> choose(HomeView view, Random random);
}
