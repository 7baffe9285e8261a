// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.sizing;

import java.util.function.Supplier;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.Guard;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.metrics.ElasticMetrics;
import org.yarnext.elastic.rm.profile.ProfileResolver;
import org.yarnext.elastic.rm.profile.ProfileTrustRegistry;

/**
 * The objects that all parts of elastic placement in one scheduler use: scheduler, configuration,
 * guard, metrics and profiles. Immutable; the objects are thread-safe.
 */
public final class ElasticContext {
  public final AbstractYarnScheduler<?, ?> scheduler;
  public final ElasticConfiguration configuration;
  public final ElasticComponents components;
  public final ElasticHost host;

  /** The mode in force. */
  public final Supplier<FeatureMode> mode;

  public final Guard guard;
  public final ElasticMetrics metrics;
  public final ProfileTrustRegistry trust;
  public final ProfileResolver profiles;

  /** Creates a context with a guard, metrics and a resolver of profiles of its own. */
  public ElasticContext(
      AbstractYarnScheduler<?, ?> scheduler,
      ElasticConfiguration configuration,
      ElasticComponents components,
      ElasticHost host,
      Supplier<FeatureMode> mode,
      ProfileTrustRegistry trust) {
    this.scheduler = scheduler;
    this.configuration = configuration;
    this.components = components;
    this.host = host;
    this.mode = mode;
    this.trust = trust;
    guard = new Guard("elastic", configuration.guard(), host::nanoTime);
    metrics = new ElasticMetrics(mode, guard, components.clockMs, host::nowMs);
    profiles =
        new ProfileResolver(
            components.profiles, components.clockMs, trust, configuration::claimsMaxRunTimeMs);
  }
}
