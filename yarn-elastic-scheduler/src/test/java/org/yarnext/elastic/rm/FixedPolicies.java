// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import java.util.function.BooleanSupplier;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.PromptPolicy;
import org.yarnext.elastic.policy.SizingRequest;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.sizing.ElasticComponents;

/** Sizing policies with fixed decisions, for tests. */
public final class FixedPolicies {
  private FixedPolicies() {}

  public enum Why implements DecisionReason {
    HALVED,
    NOT_HALVED;

    @Override
    public String code() {
      return name();
    }

    @Override
    public String text() {
      return "In a test.";
    }
  }

  /** Half of what is asked, rounded down to a size, if that fits. */
  public static final ElasticPolicy HALVE = halveWhile(() -> true);

  /** The same while something holds, and nothing else. */
  public static ElasticPolicy halveWhile(BooleanSupplier holds) {
    return new PromptPolicy(request -> half(request, holds.getAsBoolean()));
  }

  private static Decision<Long> half(SizingRequest request, boolean holds) {
    long step = request.stepMb();
    long mb = Math.max(request.minMb(), request.requestedMb() / 2 / step * step);
    return holds
            && request.vcores() <= request.freeVcores()
            && mb <= request.freeMb()
            && mb < request.requestedMb()
        ? Decision.of(mb, Why.HALVED)
        : Decision.of(null, Why.NOT_HALVED);
  }

  /** Gives the same size to all, or none. */
  public static ElasticPolicy gives(Long mb) {
    return new PromptPolicy(request -> Decision.of(mb, mb == null ? Why.NOT_HALVED : Why.HALVED));
  }

  /**
   * Returns components with which all tasks have a profile and no job ends, so that only the policy
   * decides.
   */
  public static ElasticComponents always(ElasticPolicy policy) {
    return with((job, priority) -> new SteadyModel(1_000), policy);
  }

  /** The same with other profiles. */
  public static ElasticComponents with(ProfileSource profiles, ElasticPolicy policy) {
    return new ElasticComponents(
        new SchedulerRules(JobOrder.FAIR, 1, true),
        profiles,
        (cluster, now) -> job -> Long.MAX_VALUE,
        policy,
        null,
        System::currentTimeMillis);
  }
}
