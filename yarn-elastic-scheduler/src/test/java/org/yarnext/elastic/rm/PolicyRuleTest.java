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
import org.yarnext.elastic.policy.AlgorithmOne;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.heap.HeapRules;
import org.yarnext.elastic.policy.heap.LeastForHeap;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.StepModel;

public class PolicyRuleTest {
  private static final long NOW = 1_000;
  private static final long JOB_END = 2_000;

  private static Decision<Long> decide(ElasticPolicy policy) {
    return decide(policy, "MAPREDUCE", 1024);
  }

  private static Offer offer(String framework, long askedMb, double usedDiskMbPerSecond) {
    return new Offer(
        new AskedJob(ApplicationId.newInstance(1, 1), "sort", framework, null),
        20,
        Resource.newInstance(askedMb, 1),
        new Sizes(256, 256),
        NodeId.newInstance("n", 1),
        Resource.newInstance(600, 1),
        usedDiskMbPerSecond);
  }

  private static Decision<Long> decide(ElasticPolicy policy, String framework, long askedMb) {
    LeastForHeap floors = new LeastForHeap(new HeapRules(200, 400, 50, true), 80);
    return new PolicyRule(policy, () -> 50, () -> 10, floors, () -> 20)
        .decide(offer(framework, askedMb, 30), new SteadyModel(500), JOB_END, NOW);
  }

  /** Of a map of 100 ms on a node whose disks may be used so much, and are. */
  private static String map(
      ElasticityModel model, double shareMbPerSecond, double usedMbPerSecond) {
    LeastForHeap floors = new LeastForHeap(new HeapRules(200, 400, 50, true), 80);
    return new PolicyRule(new AlgorithmOne(), () -> shareMbPerSecond, () -> 10, floors, () -> 20)
        .decide(offer("MAPREDUCE", 1024, usedMbPerSecond), model, JOB_END, NOW)
        .reason()
        .code();
  }

  @Test
  public void nothingIsGivenThatANodeWouldNotLaunch() {
    ElasticPolicy least =
        (task, node, endByMs, nowMs) -> Decision.of(task.leastMb(), Deciders.Why.HALVED);
    assertEquals("819 MB of heap, less 619", 512L, (long) decide(least, "MAPREDUCE", 1024).value());
    Decision<Long> spark = decide(least, "spark", 1024);
    assertNull(spark.value());
    assertEquals(
        "of 640 MB of heap 240 can be spared",
        "NO_SMALLER_SIZE{askedMb=1024, leastMb=1024, stepMb=256}",
        spark.toString());
    // Who asked for 1,793 MB, the least that is rounded up to this, has 1,434 MB of heap.
    assertEquals("less 1234", 1024L, (long) decide(least, "MAPREDUCE", 2048).value());
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
  public void whatUndersizedTasksTakeOfTheDisksIsNotFree() {
    Decision<Long> decision =
        decide(
            (task, node, endByMs, nowMs) ->
                Decision.of((long) node.freeDiskMbPerSecond(), Deciders.Why.HALVED));
    assertEquals("50 MB/s less 30", 20L, (long) decision.value());
  }

  @Test
  public void ofWhatATaskWritesThatIsNotKnownItHasTheWholeShareOrRunsInFull() {
    ElasticityModel unknown = new StepModel(1024, 100, 1.1, StepModel.UNKNOWN);
    assertEquals("ELASTIC_DISK_BUDGET", map(unknown, 0, 0));
    assertEquals("ELASTIC_PLACED", map(unknown, 50, 0));
    assertEquals("beside one that spills", "ELASTIC_DISK_BUDGET", map(unknown, 50, 0.1));
    assertEquals("ELASTIC_DISK_BUDGET", map(unknown, 50, Double.POSITIVE_INFINITY));
    ElasticityModel nothing = new StepModel(1024, 100, 1.1, 0);
    assertEquals("it writes nothing", "ELASTIC_PLACED", map(nothing, 0, 0));
    assertEquals("ELASTIC_PLACED", map(nothing, 50, Double.POSITIVE_INFINITY));
    ElasticityModel some = new StepModel(1024, 100, 1.1, 0.55);
    assertEquals("10 MB/s", "ELASTIC_PLACED", map(some, 50, 39.9));
    assertEquals("ELASTIC_DISK_BUDGET", map(some, 50, Double.POSITIVE_INFINITY));
  }

  @Test
  public void aPolicyMayHaveNothingToSay() {
    assertNull(decide((task, node, endByMs, nowMs) -> null));
  }
}
