// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.trust.TaskClass;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.elastic.policy.trust.UndersizedEnd.Outcome;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.world.SchedulerKind;
import org.yarnext.elastic.rm.world.WorldNode;

/** A real scheduler gives a task class full size after its under-sized tasks ended badly. */
@RunWith(Parameterized.class)
public class DistrustTest {
  private static final int MAP = 20;
  private static final int REDUCE = 10;
  private static final long FOR_MS = 3_600_000;

  /** Every job is a run of the same one; maps and reducers have profiles. */
  private final ProfileSource profiles =
      new ProfileSource() {
        @Override
        public ElasticityModel find(JobDescriptor job, int priority) {
          return priority == MAP || priority == REDUCE ? new HalvingModel() : null;
        }

        @Override
        public TaskClass taskClass(JobDescriptor job, int priority) {
          String runs = "etl " + version;
          return new TaskClass(job.id().toString(), runs, priority == MAP ? "map" : "reduce");
        }

        @Override
        public boolean refresh() {
          looks.release();
          return changed.getAndSet(false);
        }
      };

  private final Semaphore looks = new Semaphore(0);
  private final AtomicBoolean changed = new AtomicBoolean();
  private final SchedulerKind kind;
  private volatile int version;
  private long nowMs = System.currentTimeMillis();
  private World world;

  public DistrustTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Collection<Object[]> kinds() {
    return Arrays.asList(new Object[][] {{SchedulerKind.FAIR}, {SchedulerKind.CAPACITY}});
  }

  @Before
  public void make() throws Exception {
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "on");
    conf.set("yarn.elastic.trust.run-time-window", "5");
    conf.set("yarn.elastic.timeline.interval", "5m");
    conf.set("yarn.elastic.profiles.reload-interval", "1s");
    world =
        World.withComponents(
            kind,
            conf,
            configuration ->
                new ElasticComponents(
                    new SchedulerRules(JobOrder.FAIR, 1, true),
                    profiles,
                    (cluster, now) -> job -> Long.MAX_VALUE,
                    FixedPolicies.gives(512L),
                    null,
                    () -> nowMs));
    world.addBallast();
    world.addNode("10.0.0.1", 1024, 8);
  }

  @After
  public void close() {
    world.close();
  }

  /** One task where there is half the room for it; none if it is kept waiting. */
  private List<Container> place(ApplicationAttemptId job, int priority) {
    world.estimate();
    world.request(job, priority, 1024, 1, 1);
    world.heartbeats(3);
    return world.take(job);
  }

  private Container smaller(ApplicationAttemptId job, int priority) {
    List<Container> got = place(job, priority);
    assertEquals(Arrays.asList(512L), World.sizes(got));
    return got.get(0);
  }

  private static String line(boolean smallerHeap, long ranMs, Outcome outcome) {
    return "Container exited.\n" + new UndersizedEnd(1024, 512, smallerHeap, ranMs, outcome) + "\n";
  }

  private void end(Container task, int exit, String diagnostics) {
    world.complete(task.getId(), exit, diagnostics);
    SchedulerTotals.balance(world);
  }

  private void assertWaitsInFull(ApplicationAttemptId job, int priority, String reason) {
    assertTrue(place(job, priority).isEmpty());
    assertEquals(1, world.attempt(job).getReservedContainers().size());
    assertTrue(world.count("Decision_" + reason + "_applied") > 0);
    world.request(job, priority, 1024, 1, 0);
    world.heartbeats(2);
    SchedulerTotals.balance(world);
  }

  @Test
  public void outOfMemoryMakesRequestsServedInFullForATime() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    end(smaller(job, REDUCE), 3, line(true, 900, Outcome.OUT_OF_MEMORY));
    assertEquals(1, world.count("UndersizedEnded"));
    assertEquals(1, world.count("UndersizedOutOfMemory"));
    assertWaitsInFull(job, REDUCE, "TRUST_LOST_MEMORY");
    nowMs += FOR_MS;
    world.module().sizer().refreshed(); // refusals age by another clock
    smaller(job, REDUCE);
  }

  @Test
  public void reloadedProfileIsTrustedAgain() throws Exception {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    end(smaller(job, MAP), 3, line(true, 900, Outcome.OUT_OF_MEMORY));
    world.finish(job);
    ApplicationAttemptId next = world.run(2, "b", "MAPREDUCE");
    assertWaitsInFull(next, MAP, "TRUST_LOST_MEMORY");
    version++;
    changed.set(true);
    world.module().start();
    try {
      assertTrue("it is looked at, and again", looks.tryAcquire(2, 120, TimeUnit.SECONDS));
    } finally {
      world.module().stop();
    }
    smaller(next, MAP);
  }

  @Test
  public void outOfMemoryLeavesOtherTaskClassesTrusted() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    end(smaller(job, REDUCE), 3, line(true, 900, Outcome.OUT_OF_MEMORY));
    smaller(job, MAP);
  }

  @Test
  public void outOfMemoryInSharedContainersDistrustsAllClasses() {
    ApplicationAttemptId job = world.run(1, "a", "TEZ");
    end(smaller(job, REDUCE), 3, line(true, 900, Outcome.OUT_OF_MEMORY));
    assertWaitsInFull(job, MAP, "TRUST_LOST_MEMORY");
    world.finish(job);
    smaller(world.run(2, "b", "TEZ"), MAP);
  }

  @Test
  public void outOfMemoryDistrustsOtherRunsOfTheJob() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    end(smaller(job, MAP), 3, line(true, 900, Outcome.OUT_OF_MEMORY));
    world.finish(job);
    ApplicationAttemptId next = world.run(2, "b", "MAPREDUCE");
    assertWaitsInFull(next, MAP, "TRUST_LOST_MEMORY");
  }

  @Test
  public void heapLeftUnchangedDistrustsTheTaskClass() {
    ApplicationAttemptId job = world.run(1, "a", "TEZ");
    end(smaller(job, MAP), 0, line(false, 900, Outcome.WELL));
    assertWaitsInFull(job, MAP, "TRUST_LOST_HEAP_LEFT");
  }

  @Test
  public void runTimesCountOnlyWhereAContainerIsOneTask() {
    ApplicationAttemptId tez = world.run(1, "a", "TEZ");
    for (int i = 0; i < 6; i++) {
      end(smaller(tez, MAP), 0, line(true, 900_000, Outcome.WELL));
    }
    world.finish(tez);
    ApplicationAttemptId mapReduce = world.run(2, "a", "MAPREDUCE");
    for (int i = 0; i < 5; i++) {
      end(smaller(mapReduce, MAP), 0, line(true, i < 2 ? 3_000 : 3_001, Outcome.WELL));
    }
    assertWaitsInFull(mapReduce, MAP, "TRUST_LOST_RUN_TIMES");
  }

  @Test
  public void exitStatusAloneDistrustsOnlyTheApplication() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    end(smaller(job, MAP), -104, "Container is running beyond physical memory limits.");
    NodeId other = world.addNode("10.0.0.2", 768, 8);
    assertWaitsInFull(job, MAP, "TRUST_LOST_MEMORY");
    assertEquals(other, smaller(world.run(2, "b", "MAPREDUCE"), MAP).getNodeId());
  }

  @Test
  public void kernelKillDistrustsTheTaskClass() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    UndersizedEnd end = new UndersizedEnd(1024, 512, true, 900, Outcome.OUT_OF_MEMORY);
    end(smaller(job, REDUCE), 137, "Killed by external signal\n" + end);
    assertWaitsInFull(job, REDUCE, "TRUST_LOST_MEMORY");
  }

  private static final NodeId SILENT = NodeId.newInstance("10.0.0.2", WorldNode.PORT);
  private static final NodeId OTHER = NodeId.newInstance("10.0.0.3", WorldNode.PORT);

  private ApplicationAttemptId onOther;
  private Container left;

  /** Returns the nodes of a number of tasks with 512 MB instead of 1,280. */
  private List<NodeId> places(ApplicationAttemptId job, int count) {
    world.estimate();
    world.request(job, MAP, 1280, 1, count);
    world.heartbeats(4);
    List<Container> got = world.take(job);
    got.forEach(task -> assertEquals(512, task.getResource().getMemorySize()));
    return got.stream().map(Container::getNodeId).collect(Collectors.toList());
  }

  /**
   * Two nodes, on each the master of a job and room for two tasks; of those on the first one has
   * ended, and the node has not told how; the other is left.
   */
  private void silence() {
    world.removeNode(NodeId.newInstance("10.0.0.1", WorldNode.PORT));
    world.addNode(SILENT.getHost(), 1280, 8);
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    world.request(job, MAP, 1280, 1, 2);
    world.estimate();
    world.heartbeats(4);
    List<Container> got = world.take(job);
    assertEquals(Arrays.asList(512L, 512L), World.sizes(got));
    world.addNode(OTHER.getHost(), 1280, 8);
    onOther = world.run(2, "b", "MAPREDUCE");
    left = got.get(1);
    end(got.get(0), 0, "");
    assertEquals(1, world.count("UndersizedUnreported"));
  }

  @Test
  public void nodeThatReportsNoEndsGetsNoMoreUntilItReports() {
    silence();
    assertEquals(Arrays.asList(OTHER, OTHER), places(onOther, 3));
    assertTrue(world.count("Decision_NODE_REPORTS_NO_ENDS_applied") > 0);
    end(left, 0, new UndersizedEnd(1280, 512, true, 900, Outcome.WELL).toString());
    world.heartbeats(4);
    assertEquals(SILENT, world.take(onOther).get(0).getNodeId());
    assertEquals(1, world.count("UndersizedUnreported"));
    SchedulerTotals.balance(world);
  }

  @Test
  public void nodeThatRegistersAgainIsNoLongerSilent() {
    silence();
    assertEquals(Arrays.asList(OTHER, OTHER), places(onOther, 2));
    world.removeNode(SILENT);
    world.addNode(SILENT.getHost(), 1280, 8);
    assertEquals(Arrays.asList(SILENT, SILENT), places(world.run(3, "b", "MAPREDUCE"), 2));
  }

  /** Tez and Spark end nearly all of their containers so. */
  @Test
  public void endOfAReleasedContainerCountsOnceTheNodeReports() {
    ApplicationAttemptId job = world.run(1, "a", "TEZ");
    Container task = smaller(job, MAP);
    world.release(job, task.getId());
    world.release(job, task.getId());
    world.heartbeats(2);
    SchedulerTotals.balance(world);
    assertEquals(0, world.count("UndersizedEnded"));
    UndersizedEnd end = UndersizedEnd.left(1024, 512, "HEAP_LEFT_NO_FLAG", 900, Outcome.STOPPED);
    world.complete(task.getId(), 143, end.toString());
    world.complete(task.getId(), 143, end.toString());
    assertEquals("once", 1, world.count("UndersizedEnded"));
    assertEquals(0, world.count("UndersizedUnreported"));
    assertWaitsInFull(job, MAP, "TRUST_LOST_HEAP_LEFT");
  }

  @Test
  public void forgedLineOfAReleasedContainerIsIgnored() {
    ApplicationAttemptId job = world.run(1, "a", "TEZ");
    Container task = smaller(job, MAP);
    world.release(job, task.getId());
    world.heartbeats(2);
    world.complete(task.getId(), 143, new UndersizedEnd(2048, 512, false, 9, Outcome.STOPPED) + "");
    world.complete(ContainerId.newContainerId(job, 4711), 143, line(false, 900, Outcome.STOPPED));
    assertEquals(0, world.count("UndersizedEnded"));
    smaller(job, MAP);
  }

  /** Returns the report on a container of a node that registers. */
  private static NMContainerStatus report(
      ApplicationAttemptId job, long number, ContainerState state, int exit, String diagnostics) {
    NMContainerStatus report =
        NMContainerStatus.newInstance(
            ContainerId.newContainerId(job, number),
            0,
            state,
            Resource.newInstance(512, 1),
            diagnostics,
            exit,
            Priority.newInstance(MAP),
            1);
    report.setAllocationTags(Collections.singleton(UndersizedTag.of(1024)));
    return report;
  }

  @Test
  public void outOfMemoryDuringResourceManagerDowntimeCounts() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    String line = line(true, 900, Outcome.OUT_OF_MEMORY);
    world.addNode("10.0.0.2", 256, 0, report(job, 77, ContainerState.COMPLETE, 3, line));
    assertEquals(1, world.count("UndersizedEnded"));
    assertWaitsInFull(job, MAP, "TRUST_LOST_MEMORY");
  }

  @Test
  public void runningContainerOfARegisteringNodeIsNoEvidence() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    String line = line(true, 900, Outcome.OUT_OF_MEMORY);
    world.addNode("10.0.0.2", 512, 1, report(job, 77, ContainerState.RUNNING, -1000, line));
    assertEquals(0, world.count("UndersizedEnded"));
    smaller(job, MAP);
  }

  @Test
  public void wellEndedAndStoppedContainersKeepTheirTrust() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    end(smaller(job, MAP), 0, line(true, 900, Outcome.WELL));
    end(smaller(job, MAP), 143, line(true, 900, Outcome.STOPPED));
    smaller(job, MAP);
  }

  @Test
  public void forgedLinesAreIgnored() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    String forged = new UndersizedEnd(2048, 512, true, 9, Outcome.OUT_OF_MEMORY).toString();
    end(smaller(job, MAP), 3, forged);
    world.request(job, MAP, 512, 1, 1);
    world.heartbeats(2);
    end(world.take(job).get(0), 3, line(true, 9, Outcome.OUT_OF_MEMORY));
    assertEquals(0, world.count("UndersizedEnded"));
    smaller(job, MAP);
  }

  @Test
  public void distrustIsLoggedAtItsStartAndAtTheFirstRefusal() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    Container task = smaller(job, MAP);
    end(task, 3, line(true, 900, Outcome.OUT_OF_MEMORY));
    assertWaitsInFull(job, MAP, "TRUST_LOST_MEMORY");
    assertTrue(world.count("Decision_TRUST_LOST_MEMORY_applied") > 1);
    List<String> said =
        world.module().sizer().metrics().log().ring().recent(100).stream()
            .filter(entry -> entry.reason().code().equals("TRUST_LOST_MEMORY"))
            .map(DecisionRecorder.Entry::subject)
            .collect(Collectors.toList());
    assertEquals(2, said.size());
    assertTrue(said.toString(), said.get(1).startsWith(task.getId().toString()));
    assertTrue(said.toString(), said.get(0).startsWith(job.getApplicationId().toString()));
  }
}
