// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.protection;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.junit.Test;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.rm.ManualTimeHost;
import org.yarnext.elastic.rm.SteadyModel;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.world.SchedulerKind;

public class ProtectionTrackerTest {
  private final SchedulerRules rules = new SchedulerRules(JobOrder.FIFO, 1, true);
  private final ManualTimeHost host =
      new ManualTimeHost(1_700_000_000_000L) {
        @Override
        public ProfileSource profiles() {
          return (job, priority) -> new SteadyModel(10_000);
        }
      };

  /** Otherwise a job that is in time might be given until its end by the old clock. */
  @Test
  public void endsDoNotChangeWhenTheWallClockIsSetBack() throws Exception {
    try (World world =
        World.withComponents(
            SchedulerKind.CAPACITY,
            host,
            configuration -> ElasticComponents.configured(configuration, rules, true, host))) {
      world.addNode("10.0.0.1", 5 * 1_024, 8);
      ApplicationAttemptId attempt = world.run(1, "a", "MAPREDUCE");
      ApplicationId job = attempt.getApplicationId();
      world.request(attempt, 20, 1_024, 1, 8);
      world.estimate();
      long endMs = world.ends().endMs(job);
      assertTrue(endMs + " ms", endMs > host.nowMs);
      host.setBackMs = 3_600_000;
      world.estimate();
      assertEquals(endMs, world.ends().endMs(job));
    }
  }
}
