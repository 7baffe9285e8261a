// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.sizing;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.rm.ElasticPlugin;
import org.yarnext.elastic.rm.ManualTimeHost;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Profiles from tags, the timeline and Algorithm 1, together in a real scheduler. */
@RunWith(Parameterized.class)
public class ElasticComponentsTest {
  private final SchedulerKind kind;
  private World world;

  public ElasticComponentsTest(SchedulerKind kind) {
    this.kind = kind;
  }

  private static final long VIRTUAL_MS = 5_000;
  private static final String STEP = "yarnext.elastic.map=step;ideal=1024;ms=12000;undersized=1.3";
  private static final String STEP_WRITING_LITTLE = STEP + ";output=1";

  @Parameters(name = "{0}")
  public static Collection<Object[]> kinds() {
    return Arrays.asList(new Object[][] {{SchedulerKind.FAIR}, {SchedulerKind.CAPACITY}});
  }

  @Before
  public void make() throws Exception {
    start(16);
  }

  private void start(int heapFloor) throws Exception {
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.heap.floor", Integer.toString(heapFloor));
    start(conf);
  }

  private void start(Configuration conf) throws Exception {
    conf.set("yarn.elastic.mode", "on");
    world = World.withComponents(kind, conf, configured(ElasticHost.DAEMON));
    world.addBallast();
  }

  private static ElasticPlugin.Components configured(ElasticHost host) {
    SchedulerRules rules = new SchedulerRules(JobOrder.FAIR, 1, true);
    return configuration -> ElasticComponents.configured(configuration, rules, true, host);
  }

  @After
  public void close() {
    world.close();
  }

  private List<Container> run(String tag) {
    return run(tag, job -> {});
  }

  private List<Container> run(String tag, Consumer<ApplicationAttemptId> before) {
    world.tags(Collections.singleton(tag));
    world.addNode("10.0.0.1", 1024 + 256 + 768, 8);
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    before.accept(job);
    world.request(job, 20, 1024, 1, 6);
    world.estimate();
    world.heartbeats(4);
    world.estimate();
    world.heartbeats(4);
    return world.take(job);
  }

  @Test
  public void taskThatEndsBeforeItsJobRunsInTheRemainingMemory() {
    // Six waves of 12 s each on one node: three of 15.6 s in the rest of its memory end before,
    // each
    // with the least that makes it no slower.
    assertEquals(Arrays.asList(256L, 256L, 256L, 1024L), World.sizes(run(STEP_WRITING_LITTLE)));
    SchedulerTotals.balance(world);
  }

  /** A MapReduce job may request reducers long before its maps have ended. */
  @Test
  public void profiledTasksAreShrunkBesideTasksWithoutAProfile() {
    List<Container> got =
        run(
            STEP_WRITING_LITTLE,
            job -> {
              world.request(job, 10, 1024, 1, 1);
              world.request(job, 30, 1024, 1, 1);
            });
    assertEquals(Arrays.asList(256L, 256L, 256L, 1024L), World.sizes(got));
    assertEquals(
        10,
        got.stream()
            .filter(c -> c.getResource().getMemorySize() == 1024)
            .findFirst()
            .get()
            .getPriority()
            .getPriority());
    SchedulerTotals.balance(world);
  }

  @Test
  public void heapOfASmallerTaskKeepsTheFloor() throws Exception {
    close();
    // Of 1,024 MB 819 are heap: with 512 less it has 307 left, with 768 less 51.
    start(256);
    assertEquals(Arrays.asList(512L, 1024L), World.sizes(run(STEP)));
    SchedulerTotals.balance(world);
  }

  /** These are Hadoop's defaults, with tasks of MapReduce's default size. */
  @Test
  public void missingSmallerSizeIsExplained() throws Exception {
    close();
    Configuration conf = World.configuration(kind);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 1024);
    conf.setInt("yarn.resource-types.memory-mb.increment-allocation", 1024);
    start(conf);
    List<Container> got = run(STEP);
    assertEquals(Arrays.asList(1024L), World.sizes(got));
    assertEquals("NO_SMALLER_SIZE", explained(got.get(0)).reason().code());
    assertEquals(1, world.count("Decision_NO_SMALLER_SIZE_applied"));
  }

  /** MapReduce's default size, beside Hadoop's own defaults. */
  @Test
  public void sampleConfigurationHalvesATaskOfOneGigabyte() throws Exception {
    close();
    Configuration conf = new YarnConfiguration();
    kind.configure(conf);
    conf.unset("yarn.resource-types.memory-mb.increment-allocation");
    String sample = "../conf-samples/elastic-" + kind.name().toLowerCase(Locale.ROOT);
    conf.addResource(new Path(new File(sample, "yarn-site.xml").toURI()));
    conf.addResource(new Path(new File(sample, "yarn-site-on.xml").toURI()));
    start(conf);
    assertEquals(Arrays.asList(512L, 1024L), World.sizes(run(STEP)));
    SchedulerTotals.balance(world);
  }

  @Test
  public void numberOfSmallerTasksIsLimitedByTheDiskBudget() {
    // Each writes and reads 1,250 MB in 15.6 s, 160 MB/s of the 250 that such tasks may take.
    assertEquals(Arrays.asList(256L, 1024L), World.sizes(run(STEP + ";output=1250")));
    assertTrue(world.count("Decision_ELASTIC_DISK_BUDGET_applied") > 0);
    SchedulerTotals.balance(world);
  }

  @Test
  public void taskOfUnknownOutputHasTheDiskShareAlone() {
    assertEquals(Arrays.asList(256L, 1024L), World.sizes(run(STEP)));
    assertTrue(world.count("Decision_ELASTIC_DISK_BUDGET_applied") > 0);
    SchedulerTotals.balance(world);
  }

  @Test
  public void diskShareOfZeroPreventsSmallerTasks() throws Exception {
    close();
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.heap.floor", "16");
    conf.set("yarn.elastic.disk.share", "0");
    start(conf);
    assertEquals(Arrays.asList(1024L), World.sizes(run(STEP)));
    assertTrue(world.count("Decision_ELASTIC_DISK_BUDGET_applied") > 0);
  }

  @Test
  public void taskThatWouldOutliveItsJobWaits() {
    List<Container> got = run("yarnext.elastic.map=step;ideal=1024;ms=12000;undersized=100");
    assertEquals(1, got.size());
    assertEquals(1024, got.get(0).getResource().getMemorySize());
  }

  @Test
  public void jobsWithoutAProfileKeepTheirSizes() {
    List<Container> got = run("something.else");
    assertEquals(1, got.size());
    assertEquals(1024, got.get(0).getResource().getMemorySize());
  }

  /** The only decision about a container. */
  private DecisionRecorder.Entry explained(Container container) {
    List<DecisionRecorder.Entry> about =
        world.module().sizer().metrics().log().ring().recent(1_000).stream()
            .filter(entry -> entry.subject().startsWith(container.getId() + " "))
            .collect(Collectors.toList());
    assertEquals(1, about.size());
    return about.get(0);
  }

  @Test
  public void eachContainerIsExplained() {
    List<Container> got = run(STEP);
    for (Container container : got) {
      DecisionRecorder.Entry why = explained(container);
      long mb = container.getResource().getMemorySize();
      assertEquals(mb < 1024 ? "ELASTIC_PLACED" : "PLACED_IN_FULL", why.reason().code());
      assertEquals(mb, why.inputs().get("grantedMb"));
      assertEquals(1024L, why.inputs().get("askedMb"));
      if (mb < 1024) {
        assertEquals(15_600L, why.inputs().get("taskRunMs"));
        long taskEndMs = (Long) why.inputs().get("taskEndMs");
        long jobEndMs = (Long) why.inputs().get("jobEndMs");
        assertTrue(jobEndMs - taskEndMs > 0 && jobEndMs - taskEndMs < 72_000);
        long leftMs = (Long) why.inputs().get("jobLeftMs");
        assertEquals(jobEndMs - leftMs / 20, (Long) why.inputs().get("endByMs"), 1);
        assertEquals(250.0, why.inputs().get("freeDiskMbPerSecond"));
      }
    }
  }

  @Test
  public void fullSizedContainerIsExplainedByItsFormerRefusal() {
    Container first = run("yarnext.elastic.map=step;ideal=1024;ms=12000;undersized=100").get(0);
    world.complete(first.getId());
    world.heartbeats(4);
    Container second = world.take(ApplicationAttemptId.newInstance(applicationOf(first), 1)).get(0);
    DecisionRecorder.Entry why = explained(second);
    assertEquals("PLACED_IN_FULL", why.reason().code());
    assertEquals("ELASTIC_NO_GAIN", why.inputs().get("before"));
    assertEquals(1_200_000L, why.inputs().get("taskRunMs"));
    assertTrue((Long) why.inputs().get("jobLeftMs") < 1_200_000);
  }

  private static ApplicationId applicationOf(Container container) {
    return container.getId().getApplicationAttemptId().getApplicationId();
  }

  @Test
  public void containersWithoutAProfileAreNotRecorded() {
    run("something.else");
    assertEquals(0, world.module().sizer().metrics().log().ring().recorded());
  }

  @Test
  public void repeatedRefusalIsLoggedOnce() {
    run("yarnext.elastic.map=step;ideal=1024;ms=12000;undersized=100");
    assertTrue(world.count("Decision_ELASTIC_NO_GAIN_applied") > 1);
    assertEquals(
        1,
        world.module().sizer().metrics().log().ring().recent(1_000).stream()
            .filter(entry -> entry.reason().code().equals("ELASTIC_NO_GAIN"))
            .count());
  }

  @Test
  public void decisionsHaveTheSchedulersTime() throws Exception {
    close();
    ElasticHost host = new ManualTimeHost(VIRTUAL_MS);
    world = World.withComponents(kind, host, configured(host));
    world.addBallast();
    run(STEP);
    List<DecisionRecorder.Entry> made = world.module().sizer().metrics().log().ring().recent(1_000);
    assertTrue(made.toString(), made.size() > 1);
    for (DecisionRecorder.Entry each : made) {
      assertEquals(each.toString(), VIRTUAL_MS, each.timeMs());
    }
  }
}
