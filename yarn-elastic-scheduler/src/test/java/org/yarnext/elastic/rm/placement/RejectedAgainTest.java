// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.placement;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.PromptPolicy;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.ManualTimeHost;
import org.yarnext.elastic.rm.SteadyModel;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.sizing.ContainerSizer;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Tests that what is refused is not asked about again before it may be another. */
@RunWith(Parameterized.class)
public class RejectedAgainTest {
  private final SchedulerKind kind;
  private int requested;

  public RejectedAgainTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Object[] kinds() {
    return SchedulerKind.values();
  }

  /** In need of more time than the job has, as long as that is less than so many ms. */
  private ElasticPolicy refusing(long neededMs) {
    return new PromptPolicy(
        request -> {
          requested++;
          return request.endByMs() - request.nowMs() < neededMs
              ? Decision.of(null, FixedPolicies.Why.NOT_HALVED)
              : Decision.of(512L, FixedPolicies.Why.HALVED);
        });
  }

  @Test
  public void refusalOutlivesAnUnchangedEstimate() throws Exception {
    try (World world = World.ours(kind, "on", refusing(Long.MAX_VALUE))) {
      world.addNode("10.0.0.1", 256 + 512, 8);
      world.addNode("10.0.0.2", 512, 8);
      ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
      world.request(job, 20, 1024, 1, 5);
      world.heartbeats(3);
      long counted = world.count("Decision_NOT_HALVED_applied");
      assertEquals("once as it is, once with any time left", 2, requested);
      assertTrue("every refusal is counted: " + counted, counted > 1);
      world.estimate();
      world.heartbeats(3);
      assertEquals(2, requested);
      world.module().sizer().refreshed();
      world.heartbeats(3);
      assertEquals("limits are others", 4, requested);
    }
  }

  @Test
  public void refusalLastsNoLongerWhenTheClockIsSetBack() throws Exception {
    ManualTimeHost host = new ManualTimeHost(1_700_000_000_000L);
    ElasticComponents components =
        new ElasticComponents(
            new SchedulerRules(JobOrder.FAIR, 1, true),
            (job, priority) -> new SteadyModel(1_000),
            (cluster, now) -> job -> Long.MAX_VALUE,
            refusing(Long.MAX_VALUE),
            null,
            host::monotonicMs);
    try (World world = World.withComponents(kind, host, configuration -> components)) {
      world.addNode("10.0.0.1", 256 + 768, 8);
      ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
      world.estimate();
      world.request(job, 20, 1024, 1, 5);
      world.heartbeats(3);
      int once = requested;
      assertTrue("it was refused", once > 0);
      host.setBackMs = 3_600_000;
      host.nowMs += ContainerSizer.REFUSAL_VALID_MS;
      world.estimate();
      world.heartbeats(3);
      assertEquals("it was asked again", 2 * once, requested);
    }
  }
}
