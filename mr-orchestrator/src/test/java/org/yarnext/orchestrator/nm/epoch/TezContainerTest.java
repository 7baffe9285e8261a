// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.yarnext.orchestrator.nm.epoch.NodeLoop.CONTAINER;
import static org.yarnext.orchestrator.nm.epoch.NodeLoop.SECOND;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.nm.tasks.NodeTask;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.estimate.RegressionEstimator;
import org.yarnext.orchestrator.policy.identity.TezAttemptId;
import org.yarnext.orchestrator.rpc.NodeAnswer;
import org.yarnext.orchestrator.rpc.NodeUsageReport;

/**
 * A container of one core and 1 GB that runs one task of Tez after the other, on a node of four
 * cores; and a ResourceManager that the test is.
 */
public class TezContainerTest {
  private static final String FIRST = "attempt_1_0001_1_00_000000_0";
  private static final String SECOND_ONE = "attempt_1_0001_1_01_000003_0";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private NodeLoop node;
  private ContainerCgroup group;
  private NodeTaskManager manager;
  private NodeEpoch loop;
  private Path directory;
  private NodeUsageReport heard;
  private NodeAnswer.Builder answer = new NodeAnswer.Builder(false);

  /** Time of the test's clock, and the container's usage so far. */
  private long seconds;

  private long usedSeconds;

  /** The attempt that it ran last. */
  private String heardOf;

  @Before
  public void start() throws IOException {
    node =
        new NodeLoop(
            folder.newFolder("kernel").toPath(),
            EnumSet.allOf(ResourceKind.class),
            new RegressionEstimator());
    manager = node.manager;
    directory = folder.newFolder(CONTAINER).toPath();
    loop = node.loop(this::exchange, false);
    loop.node("n1:1");
    start(CONTAINER);
    group = node.cgroups.find(CONTAINER);
    manager.setLogDirectory(CONTAINER, directory);
    node.cgroups.values().join(group, 42);
    sample(0, 0);
  }

  private void start(String container) throws IOException {
    node.start(container, "java -Xmx100m org.apache.tez.runtime.task.TezChild h 1", 5);
  }

  @After
  public void close() {
    node.close();
  }

  private NodeAnswer exchange(NodeUsageReport report) {
    heard = report;
    return answer.on(report.grants()).build();
  }

  /** The same, in which the container runs what it ran. */
  private void sampleSeen(long passed, long used) throws IOException {
    runs(heardOf, 0);
    sample(passed, used);
  }

  /** Advances the clock, while the container uses a number of seconds of CPU time. */
  private void sample(long passed, long used) throws IOException {
    seconds += passed;
    usedSeconds += used;
    node.kernel.set(node.file("cpu.stat"), "usage_usec " + usedSeconds * 1_000_000);
    node.kernel.set(node.file("memory.current"), Long.toString(200 << 20));
    manager.sample(seconds * SECOND);
  }

  private TaskView epoch() {
    loop.next(seconds * SECOND);
    return heard.tasks().isEmpty() ? null : heard.tasks().get(0);
  }

  private void runs(String attempt, long begunSeconds) {
    heardOf = attempt;
    manager.recordAttempt(
        CONTAINER,
        attempt == null ? null : TezAttemptId.parse(attempt),
        begunSeconds * SECOND,
        seconds * SECOND);
  }

  /** Estimated need of the task, in millicores. */
  private static double estimated(TaskView task) {
    return task.share(ResourceKind.CPU).estimated();
  }

  @Test
  public void containerWithoutASeenTaskKeepsItsLaunchPhase() throws IOException {
    sample(5, 1);
    TaskView task = epoch();
    assertEquals("application_1_0001/PRIORITY_5", task.phase().toString());
    assertNull(heard.attempt(CONTAINER));
    assertEquals(5_000, task.elapsedMs(), 0);
  }

  @Test
  public void runningTaskIsReportedWithItsVertexAndAge() throws IOException {
    sample(5, 1);
    runs(FIRST, 3);
    sample(5, 1);
    TaskView task = epoch();
    assertEquals("application_1_0001/VERTEX_1_00", task.phase().toString());
    assertEquals(FIRST, heard.attempt(CONTAINER));
    assertEquals(7_000, task.elapsedMs(), 0);
    assertEquals("not measured again", 1, heard.tasks().size());
  }

  @Test
  public void nextTaskStartsANewHistoryAndKeepsTheAllocation() throws IOException {
    runs(FIRST, 0);
    for (int i = 0; i < 8; i++) {
      sampleSeen(5, 4);
    }
    answer =
        new NodeAnswer.Builder(true)
            .approve(ResourceKind.CPU, CONTAINER, 1_250)
            .attempt(CONTAINER, FIRST)
            .total(CONTAINER, 80_000);
    epoch();
    answer = new NodeAnswer.Builder(false);
    TaskView first = epoch();
    assertEquals(800, estimated(first), 1);
    assertEquals("the model of its end", 80_000, first.totalMs(), 1);
    assertEquals(1_250, first.share(ResourceKind.CPU).allocated(), 0);
    long grants = heard.grants();

    sample(5, 1);
    runs(SECOND_ONE, 42);
    sample(5, 1);
    TaskView second = epoch();
    assertEquals("application_1_0001/VERTEX_1_01", second.phase().toString());
    assertEquals(8_000, second.elapsedMs(), 0);
    assertTrue("nothing is known of its end", Double.isNaN(second.totalMs()));
    assertTrue("nor of its needs: " + estimated(second), Double.isNaN(estimated(second)));
    assertEquals(1_250, second.share(ResourceKind.CPU).allocated(), 0);
    assertEquals(1_250, node.cgroups.values().cpuShare(group));
    assertEquals("nothing has changed of that", grants, heard.grants());
    assertEquals(2_750, heard.node().free(ResourceKind.CPU), 0);

    for (int i = 0; i < 8; i++) {
      sampleSeen(5, 1);
    }
    assertEquals("of the first nothing counts any more", 200, estimated(epoch()), 1);
  }

  /** A container that cannot be measured gets back at once what was taken from it. */
  @Test
  public void nextTaskKeepsALoweredAllocation() throws IOException {
    start("container_1_0001_01_000003");
    node.cgroups.values().join(node.cgroups.find("container_1_0001_01_000003"), 43);
    runs(FIRST, 0);
    sample(5, 1);
    for (ResourceKind kind : ResourceKind.values()) {
      double token = manager.left().free(kind) / 2;
      Map<String, Double> moved = new HashMap<>();
      moved.put(CONTAINER, token * 0.75);
      moved.put("container_1_0001_01_000003", token * 1.25);
      manager.actuate(kind, moved);
    }
    runs(SECOND_ONE, 4);
    manager.keepAlive();
    sample(5, 1);
    manager.keepAlive();
    TaskView second = epoch();
    assertEquals(750, second.share(ResourceKind.CPU).allocated(), 0);
    assertEquals(768 << 20, second.share(ResourceKind.MEMORY).allocated(), 0);
  }

  @Test
  public void sameTaskSeenAgainKeepsItsHistory() throws IOException {
    runs(FIRST, 0);
    for (int i = 0; i < 8; i++) {
      sampleSeen(5, 4);
    }
    TaskView first = epoch();
    assertEquals(40_000, first.elapsedMs(), 0);
    assertEquals(800, estimated(first), 1);
  }

  @Test
  public void taskStartIsBoundedByThePreviousTaskAndTheCurrentTime() throws IOException {
    sample(10, 1);
    runs(FIRST, 5);
    sample(10, 1);
    runs(SECOND_ONE, -1_000_000);
    assertEquals("when the first was seen", 10_000, epoch().elapsedMs(), 0);
    sample(10, 1);
    runs(FIRST, 1_000_000);
    assertEquals(0, epoch().elapsedMs(), 0);
  }

  @Test
  public void answerForThePreviousTaskIsIgnored() throws IOException {
    runs(FIRST, 0);
    sample(5, 1);
    answer =
        new NodeAnswer.Builder(true)
            .approve(ResourceKind.CPU, CONTAINER, 2_000)
            .attempt(CONTAINER, FIRST)
            .total(CONTAINER, 80_000);
    epoch();
    assertEquals("a step", 1_250, node.cgroups.values().cpuShare(group));
    runs(SECOND_ONE, 4);
    sample(5, 1);
    epoch();
    assertEquals("it was decided on the first", 1_250, node.cgroups.values().cpuShare(group));
    assertTrue(Double.isNaN(epoch().totalMs()));
    runs(null, 9);
    epoch();
    assertEquals("nor for one that is not known", 1_250, node.cgroups.values().cpuShare(group));
    answer.attempt(CONTAINER, SECOND_ONE);
    runs(SECOND_ONE, 9);
    epoch();
    sample(5, 1);
    assertEquals(80_000, epoch().totalMs(), 1);
    assertTrue(node.cgroups.values().cpuShare(group) > 1_250);
  }

  /** Report without the number of the node's grants. */
  @Test
  public void answerWithoutAttemptsIsAppliedExceptItsRunTimes() throws IOException {
    runs(FIRST, 0);
    sample(5, 1);
    answer =
        new NodeAnswer.Builder(true)
            .approve(ResourceKind.CPU, CONTAINER, 1_250)
            .total(CONTAINER, 80_000);
    epoch();
    assertEquals(1_250, node.cgroups.values().cpuShare(group));
    assertTrue(Double.isNaN(epoch().totalMs()));
  }

  @Test
  public void taskUnseenForTooLongIsForgotten() throws IOException {
    runs(FIRST, 0);
    for (int i = 0; i < NodeTask.MAX_UNSEEN; i++) {
      sample(5, 1);
    }
    epoch();
    assertEquals(FIRST, heard.attempt(CONTAINER));
    sample(5, 1);
    TaskView task = epoch();
    assertNull(heard.attempt(CONTAINER));
    assertEquals("application_1_0001/PRIORITY_5", task.phase().toString());
  }

  private void log(String name, FileTime written) throws IOException {
    Files.setLastModifiedTime(Files.createFile(directory.resolve(name)), written);
  }

  @Test
  public void runningTaskIsReadFromTheLogs() throws IOException {
    long nowMs = System.currentTimeMillis();
    TezAttemptMonitor looks = new TezAttemptMonitor(manager, node.guard, () -> nowMs, 1_000);
    log("syslog", FileTime.fromMillis(nowMs - 8_000));
    log("syslog_" + FIRST, FileTime.fromMillis(nowMs - 7_000));
    looks.look();
    sample(5, 1);
    epoch();
    assertEquals(FIRST, heard.attempt(CONTAINER));
    log("syslog_" + SECOND_ONE, FileTime.fromMillis(nowMs - 6_000));
    looks.look();
    epoch();
    assertEquals(SECOND_ONE, heard.attempt(CONTAINER));
    Files.setLastModifiedTime(directory.resolve("syslog"), FileTime.fromMillis(nowMs - 5_000));
    looks.look();
    epoch();
    assertNull("it waits for its next task", heard.attempt(CONTAINER));
    Files.setLastModifiedTime(
        directory.resolve("syslog_" + SECOND_ONE), FileTime.fromMillis(nowMs - 4_000));
    looks.look();
    epoch();
    assertEquals(SECOND_ONE, heard.attempt(CONTAINER));
    Files.move(directory, directory.resolveSibling("gone"));
    looks.look();
    assertNotNull(epoch());
    assertNull("it cannot be read", heard.attempt(CONTAINER));
    assertEquals("and that is nobody's failure", 0, node.guard.counters().failures());
    manager.ended(CONTAINER);
    looks.look();
    assertTrue(manager.logs().isEmpty());
  }

  @Test
  public void logsOfSingleTaskContainersAreNotRead() throws IOException {
    String map = "container_1_0001_01_000003";
    node.start(map, "java org.apache.hadoop.mapred.YarnChild h 1 attempt_1_0001_m_000000_0", 20);
    manager.setLogDirectory(map, directory);
    manager.setLogDirectory("container_1_0001_01_000099", directory);
    assertEquals(Collections.singleton(CONTAINER), manager.logs().keySet());
  }
}
