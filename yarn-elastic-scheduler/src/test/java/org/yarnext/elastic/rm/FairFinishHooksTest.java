// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Both policies in stock's schedulers, named as an operator names them. */
@RunWith(Parameterized.class)
public class FairFinishHooksTest {
  private static final long RUN_MS = 100_000;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final SchedulerKind kind;
  private final Host host = new Host();
  private World world;
  private ApplicationAttemptId large;
  private ApplicationAttemptId small;

  public FairFinishHooksTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Collection<Object[]> kinds() {
    return Arrays.asList(new Object[][] {{SchedulerKind.FAIR}, {SchedulerKind.CAPACITY}});
  }

  @After
  public void close() {
    if (world != null) {
      world.close();
    }
  }

  /** A host that is also the source of profiles. */
  private static final class Host extends ManualTimeHost implements ProfileSource {
    private boolean profiled = true;
    private boolean claimed;
    private boolean broken;

    Host() {
      super(1_000_000);
    }

    @Override
    public ProfileSource profiles() {
      return this;
    }

    @Override
    public ElasticityModel find(JobDescriptor job, int priority) {
      if (broken) {
        throw new IllegalStateException("broken");
      }
      return profiled ? new SteadyModel(RUN_MS) : null;
    }

    @Override
    public boolean isClaimed(JobDescriptor job, int priority) {
      return claimed;
    }
  }

  private Configuration configuration(String mode) throws Exception {
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", mode);
    // Otherwise no task is larger than the largest node, from ten seconds on.
    conf.setLong(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, 3_600_000);
    conf.set("yarn.elastic.min-memory-percent", "100");
    conf.set("yarn.elastic.reservations", "stock");
    conf.set(
        "yarn.scheduler.capacity.root.a.ordering-policy", FairFinishOrderingPolicy.class.getName());
    File allocations = folder.newFile();
    String xml =
        "<allocations><queue name='root'><queue name='a'><schedulingPolicy>"
            + FairFinishSchedulingPolicy.class.getName()
            + "</schedulingPolicy></queue><queue name='b'/></queue>"
            + "<queueMaxAMShareDefault>-1.0</queueMaxAMShareDefault></allocations>";
    Files.write(allocations.toPath(), xml.getBytes(StandardCharsets.UTF_8));
    conf.set(FairSchedulerConfiguration.ALLOCATION_FILE, allocations.getAbsolutePath());
    return conf;
  }

  /** Two jobs with their masters on a full node: one wants eight tasks, the other two. */
  private void start(World started) {
    world = started;
    world.addNode("10.0.0.1", 512, 8);
    large = world.run(1, "a", "MAPREDUCE");
    small = world.run(2, "a", "MAPREDUCE");
    world.request(large, 20, 1024, 1, 8);
    world.request(small, 20, 1024, 1, 2);
    world.heartbeats(1);
  }

  private void start(String mode) throws Exception {
    start(World.asConfigured(kind, configuration(mode), host, false));
  }

  private void round() {
    world.estimate();
  }

  /** Returns how many tasks each of both jobs has on a new node with room for two. */
  private List<Integer> placed(String node) {
    world.addNode(node, 2048, 8);
    world.heartbeats(4);
    return Arrays.asList(world.take(large).size(), world.take(small).size());
  }

  @Test
  public void jobThatWouldEndFirstIsServedFirst() throws Exception {
    start("on");
    round();
    assertEquals(Arrays.asList(0, 2), placed("10.0.0.2"));
    assertEquals(Arrays.asList(2, 0), placed("10.0.0.3"));
    assertTrue(world.count("Decision_FINISH_ORDER_applied") >= 2);
    SchedulerTotals.balance(world);
  }

  @Test
  public void otherQueuesKeepTheirOrder() throws Exception {
    world = World.asConfigured(kind, configuration("on"), host, false);
    world.addNode("10.0.0.1", 512, 8);
    large = world.run(1, "b", "MAPREDUCE");
    small = world.run(2, "b", "MAPREDUCE");
    world.request(large, 20, 1024, 1, 8);
    world.request(small, 20, 1024, 1, 2);
    world.heartbeats(1);
    round();
    List<Integer> stock =
        kind == SchedulerKind.FAIR ? Arrays.asList(1, 1) : Arrays.asList(2, 0); // FIFO
    assertEquals(stock, placed("10.0.0.2"));
    assertFalse(world.module().fairFinish().isNeeded());
  }

  @Test
  public void orderIsStockWithoutAProfile() throws Exception {
    host.profiled = false;
    start("on");
    round();
    assertEquals(Arrays.asList(1, 1), placed("10.0.0.2"));
  }

  @Test
  public void claimedProfileDoesNotPutAJobFirst() throws Exception {
    host.claimed = true;
    start("on");
    round();
    assertEquals(Arrays.asList(1, 1), placed("10.0.0.2"));
  }

  /** The first tasks of the small job end; those of the large one have not. */
  @Test
  public void jobWithoutAProfileIsKnownByItsFirstTasks() throws Exception {
    host.profiled = false;
    world = World.asConfigured(kind, configuration("on"), host, false);
    world.addNode("10.0.0.1", 512 + 256 * 5, 8);
    large = world.run(1, "a", "MAPREDUCE");
    small = world.run(2, "a", "MAPREDUCE");
    world.request(small, 20, 256, 1, 5);
    world.heartbeats(6);
    List<Container> first = world.take(small);
    assertEquals(5, first.size());
    world.request(large, 20, 1024, 1, 8);
    world.request(small, 20, 1024, 1, 2);
    first.forEach(c -> world.complete(c.getId()));
    round();
    assertTrue(world.count("Decision_FINISH_UNKNOWN_applied") >= 1);
    assertTrue(world.module().fairFinish().order().place(small.getApplicationId()) >= 0);
    assertEquals(-1, world.module().fairFinish().order().place(large.getApplicationId()));
  }

  @Test
  public void shadowModeCountsAndKeepsTheOrder() throws Exception {
    start("shadow");
    round();
    assertEquals(Arrays.asList(1, 1), placed("10.0.0.2"));
    assertTrue(world.count("Decision_FINISH_ORDER_shadow") >= 2);
  }

  @Test
  public void modeOffAndAStockSchedulerUseTheStockFairPolicy() throws Exception {
    start("off");
    assertEquals(Arrays.asList(1, 1), placed("10.0.0.2"));
    world.close();
    start(World.stock(kind, configuration("on")));
    assertEquals(Arrays.asList(1, 1), placed("10.0.0.2"));
  }

  @Test
  public void outdatedOrderIsNotUsed() throws Exception {
    start("on");
    round();
    host.nowMs += 60_000;
    assertEquals(Arrays.asList(1, 1), placed("10.0.0.2"));
  }

  @Test
  public void failureRestoresTheStockOrder() throws Exception {
    start("on");
    round();
    host.broken = true;
    host.nowMs += 11_000; // past what profiles are kept for
    assertThrows(IllegalStateException.class, this::round); // of the timeline, on its own thread
    assertTrue(world.count("GuardFailures") >= 1);
    host.broken = false;
    assertEquals(Arrays.asList(1, 1), placed("10.0.0.2"));
  }

  /** Preemption takes from jobs above their fair share, so that the order is one of shares. */
  @Test
  public void fairSharesFollowTheOrder() throws Exception {
    assumeTrue(kind == SchedulerKind.FAIR);
    start("on");
    round();
    world.addNode("10.0.0.2", 2048, 8);
    world.update();
    assertEquals(2048 + 256, share(small));
    assertEquals(2560 - 2048 - 256, share(large));
  }

  private long share(ApplicationAttemptId job) {
    return ((FSAppAttempt) world.attempt(job)).getFairShare().getMemorySize();
  }
}
