// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.world;

import java.util.function.LongSupplier;
import org.yarnext.elastic.policy.trust.ProfileTrust;
import org.yarnext.elastic.policy.trust.TrustRules;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.profile.ProfileResolver;
import org.yarnext.elastic.rm.profile.ProfileTrustRegistry;

/** Resolvers of profiles whose tasks have not run yet, without a bound on claimed run times. */
public final class UnclaimedProfiles {
  private UnclaimedProfiles() {}

  public static ProfileResolver resolver(ProfileSource profiles, LongSupplier clockMs) {
    return new ProfileResolver(
        profiles,
        clockMs,
        new ProfileTrustRegistry(new ProfileTrust(new TrustRules(1_000, 2, 5)), clockMs),
        () -> Long.MAX_VALUE);
  }
}
