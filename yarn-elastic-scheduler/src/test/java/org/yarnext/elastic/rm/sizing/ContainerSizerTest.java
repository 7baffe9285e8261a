// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.sizing;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.AlgorithmOnePolicy;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.SizingRequest;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.trust.ProfileTrust;
import org.yarnext.elastic.policy.trust.SizingReason;
import org.yarnext.elastic.policy.trust.TaskClass;
import org.yarnext.elastic.policy.trust.TrustRules;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.elastic.policy.trust.UndersizedEnd.Outcome;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.SteadyModel;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.profile.ProfileTrustRegistry;
import org.yarnext.elastic.rm.timeline.JobEndEstimates;

public class ContainerSizerTest {
  private static final int MAP = 20;
  private static final long NOW = 1_000;
  private static final long JOB_END = 2_000;

  private final Configuration conf = new Configuration(false);
  private final ProfileTrustRegistry trust =
      new ProfileTrustRegistry(new ProfileTrust(new TrustRules(1_000, 2, 5)), () -> NOW);
  private ElasticityModel model = new SteadyModel(500);
  private JobEndEstimates ends = job -> JOB_END;

  public ContainerSizerTest() {
    conf.set("yarn.elastic.heap.floor", "200");
    conf.set("yarn.elastic.heap.spark-floor", "400");
    conf.set("yarn.elastic.end-margin", "20");
  }

  private static JobDescriptor job(String framework) {
    return new JobDescriptor(ApplicationId.newInstance(1, 1), "sort", framework, null, null);
  }

  /**
   * Decides for a task of one vcore on a node with 600 MB left, with sizes in multiples of 256 MB.
   */
  private Decision<Long> decide(
      ElasticPolicy policy, String framework, int priority, long requestedMb, double usedDisk)
      throws Exception {
    ContainerSizer.Outcome outcome = outcome(policy, framework, priority, requestedMb, usedDisk);
    return outcome == null ? null : outcome.decision;
  }

  private ContainerSizer.Outcome outcome(
      ElasticPolicy policy, String framework, int priority, long requestedMb, double usedDisk)
      throws Exception {
    ElasticComponents components =
        new ElasticComponents(
            new SchedulerRules(JobOrder.FAIR, 1, true),
            (requested, its) -> its == MAP ? model : null,
            null,
            policy,
            null,
            () -> NOW);
    ElasticContext context =
        new ElasticContext(
            null,
            ElasticConfiguration.read(conf),
            components,
            ElasticHost.DAEMON,
            () -> FeatureMode.ON,
            trust);
    return new ContainerSizer(context, null, ends, null, null)
        .decide(
            job(framework),
            priority,
            SizingRequest.builder(requestedMb, 1).sizes(256, 256).room(600, 1, 0),
            usedDisk);
  }

  private Decision<Long> decide(ElasticPolicy policy) throws Exception {
    return decide(policy, "MAPREDUCE", MAP, 1024, 30);
  }

  /** Decides for a map of 100 ms on a node with a given limit and use of its disks. */
  private String map(ElasticityModel its, int shareMbPerSecond, double usedMbPerSecond)
      throws Exception {
    model = its;
    conf.setInt("yarn.elastic.disk.bandwidth", 100);
    conf.setInt("yarn.elastic.disk.share", shareMbPerSecond);
    return decide(new AlgorithmOnePolicy(), "MAPREDUCE", MAP, 1024, usedMbPerSecond)
        .reason()
        .code();
  }

  @Test
  public void requestWithoutAProfileIsNotShrunk() throws Exception {
    Decision<Long> decision = decide(FixedPolicies.gives(512L), "MAPREDUCE", 10, 1024, 0);
    assertNull(decision.value());
    assertEquals(SizingReason.NO_PROFILE, decision.reason());
  }

  @Test
  public void requestOfAJobWithAnUnknownEndIsNotShrunk() throws Exception {
    ends = JobEndEstimates.NONE;
    Decision<Long> decision = decide(FixedPolicies.gives(512L));
    assertNull(decision.value());
    assertEquals("JOB_END_UNKNOWN{askedMb=1024, freeMb=600}", decision.toString());
  }

  @Test
  public void requestWithADistrustedProfileIsNotShrunk() throws Exception {
    TaskClass task = new TaskClass(job("MAPREDUCE").id().toString(), null, "priority " + MAP);
    trust.ended(task, new UndersizedEnd(1024, 512, true, 10, Outcome.OUT_OF_MEMORY), 0, false);
    Decision<Long> decision = decide(FixedPolicies.gives(512L));
    assertNull(decision.value());
    assertEquals("TRUST_LOST_MEMORY{forMs=1000}", decision.toString());
  }

  /** A heap of 500 MB can spare 300. */
  @Test
  public void reportedHeapLimitsTheSizes() throws Exception {
    ElasticPolicy smallest = request -> Decision.of(request.minMb(), FixedPolicies.Why.HALVED);
    assertEquals(512L, (long) decide(smallest).value());
    TaskClass task = new TaskClass(job("MAPREDUCE").id().toString(), null, "priority " + MAP);
    UndersizedEnd fits = UndersizedEnd.left(1024, 512, UndersizedEnd.FITS, 9, Outcome.WELL);
    trust.ended(task, fits.withHeapMb(500), 0, false);
    assertEquals(768L, (long) decide(smallest).value());
  }

  @Test
  public void smallestSizeKeepsTheHeapFloor() throws Exception {
    ElasticPolicy smallest = request -> Decision.of(request.minMb(), FixedPolicies.Why.HALVED);
    assertEquals("819 MB of heap, less 619", 512L, (long) decide(smallest).value());
    Decision<Long> spark = decide(smallest, "spark", MAP, 1024, 0);
    assertNull(spark.value());
    assertEquals(
        "of 640 MB of heap 240 can be spared",
        "NO_SMALLER_SIZE{askedMb=1024, minMb=1024, stepMb=256}",
        spark.toString());
    // Who asked for 1,793 MB, the least that is rounded up to this, has 1,434 MB of heap, and 614
    // beside it, of which 153 can be spared as well.
    assertEquals("661 MB", 768L, (long) decide(smallest, "MAPREDUCE", MAP, 2048, 0).value());
  }

  @Test
  public void deadlineIncludesTheMarginAndExplainsTheJobEnd() throws Exception {
    Decision<Long> decision =
        decide(request -> Decision.of(request.endByMs(), FixedPolicies.Why.HALVED));
    assertEquals(1_800L, (long) decision.value());
    assertEquals(JOB_END, decision.inputs().get("jobEndMs"));
    assertEquals(JOB_END - NOW, decision.inputs().get("jobLeftMs"));
  }

  @Test
  public void diskUseOfUndersizedTasksIsNotFree() throws Exception {
    Decision<Long> decision =
        decide(
            request -> Decision.of((long) request.freeDiskMbPerSecond(), FixedPolicies.Why.HALVED));
    assertEquals("250 MB/s less 30", 220L, (long) decision.value());
  }

  @Test
  public void taskOfUnknownOutputNeedsTheWholeDiskShare() throws Exception {
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
  public void policyMayReturnNoDecision() throws Exception {
    assertNull(decide(request -> null));
  }
}
