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
package org.yarnext.elastic.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.ElasticPolicy;

public class PolicyRuleTest {
  private static final long NOW = 1_000;
  private static final long JOB_END = 2_000;

  private static Decision<Long> decide(ElasticPolicy policy) {
    Offer offer =
        new Offer(
            new AskedJob(ApplicationId.newInstance(1, 1), "sort", "MAPREDUCE", null),
            20,
            Resource.newInstance(1024, 1),
            new Sizes(256, 256),
            NodeId.newInstance("n", 1),
            Resource.newInstance(600, 1),
            0);
    return new PolicyRule(policy, () -> 50, () -> 10, asked -> 256, () -> 20)
        .decide(offer, new SteadyModel(500), JOB_END, NOW);
  }

  @Test
  public void aTaskMustEndByTheMarginAndTheJobsEndIsExplained() {
    Decision<Long> decision =
        decide((task, node, endByMs, nowMs) -> Decision.of(endByMs, Deciders.Why.HALVED));
    assertEquals(1_800L, (long) decision.value());
    assertEquals(JOB_END, decision.inputs().get("jobEndMs"));
    assertEquals(JOB_END - NOW, decision.inputs().get("jobLeftMs"));
  }

  @Test
  public void aPolicyMayHaveNothingToSay() {
    assertNull(decide((task, node, endByMs, nowMs) -> null));
  }
}
