// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.yarnext.common.conf.reload.ReloadResult.Outcome;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel.Layout;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.TaskView;

/** Modes that change while containers are placed, run and end. */
@RunWith(JUnitQuickcheck.class)
public class OrchestratorModeSwitchTest {
  private static final double GB = 1L << 30;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private LiveNode node;

  private void node(Layout layout, boolean ownGroups) throws Exception {
    node = new LiveNode(folder.newFolder().toPath(), layout, ownGroups);
  }

  @After
  public void close() {
    if (node != null) {
      node.close();
    }
  }

  private List<TaskView> report() {
    NodeOrchestrator now = node.launcher.current();
    now.sample();
    now.sample();
    assertEquals(0, now.guard().counters().failures());
    return now.manager().report("n1", Collections.emptyMap(), 20_000, System.nanoTime()).tasks();
  }

  @Test
  public void offAndShadowRestoreEveryValueAtOnceAndContainersGoOn() throws Exception {
    for (Layout layout : Layout.values()) {
      for (String mode : new String[] {"off", "shadow"}) {
        node(layout, true);
        node.mode("on");
        ContainerImpl c = node.place(2);
        node.launch(c);
        Map<String, String> before = node.values(c);
        report();
        node.give(c, 1_250, 1.25 * GB);
        assertNotEquals(before, node.values(c));
        assertEquals(Outcome.APPLIED, node.mode(mode).outcome());
        assertEquals(layout + " " + mode, before, node.values(c));
        node.end(c);
        node.close();
      }
    }
  }

  @Test
  public void offRemovesTheGroupsOfContainersThatEndLater() throws Exception {
    node(Layout.VERSION_2, true);
    Map<String, String> before = node.kernel.snapshot();
    node.mode("on");
    ContainerImpl c = node.place(2);
    node.launch(c);
    node.mode("off");
    assertNull(node.launcher.current());
    assertTrue("its process is there", node.hasGroup(c));
    node.end(c);
    node.launcher.undoAgain();
    assertEquals(before, node.kernel.snapshot());
  }

  @Test
  public void containerPlacedBeforeOffRunsAsStock() throws Exception {
    node(Layout.VERSION_1, true);
    node.mode("on");
    ContainerImpl c = node.place(2);
    node.mode("off");
    assertFalse("nothing has entered its group", node.hasGroup(c));
    node.launch(c);
    node.mode("on");
    assertEquals("it is known, outside a group", 1, node.launcher.current().manager().watched());
    assertTrue(report().isEmpty());
    node.end(c);
  }

  @Test
  public void containerWithAGroupIsSteeredAgainAfterOffAndOn() throws Exception {
    node(Layout.VERSION_2, true);
    node.mode("on");
    ContainerImpl runs = node.place(2);
    node.launch(runs);
    Map<String, String> before = node.values(runs);
    node.mode("off");
    ContainerImpl other = node.place(3);
    node.launch(other);
    assertEquals("as stock", 1, other.getLaunchContext().getCommands().size());
    node.mode("on");
    assertEquals(2, node.launcher.current().manager().watched());
    List<TaskView> tasks = report();
    assertEquals("only that in a group", 1, tasks.size());
    assertEquals(LiveNode.name(runs), tasks.get(0).container());
    assertEquals("MAP", tasks.get(0).phase().toString().split("/")[1]);
    assertEquals("from its token", 1_000, tasks.get(0).share(ResourceKind.CPU).allocated(), 0);
    assertTrue("it keeps its age", tasks.get(0).elapsedMs() > TimeUnit.MINUTES.toMillis(59));
    node.give(runs, 1_250, GB);
    assertNotEquals(before, node.values(runs));
    node.mode("off");
    assertEquals(before, node.values(runs));
  }

  @Test
  public void containersOfTheExecutorAreSteeredAfterOffToOn() throws Exception {
    node(Layout.VERSION_1, false);
    ContainerImpl runs = node.place(2);
    node.kernel.makeStock(SteeredNode.PARENT, LiveNode.name(runs));
    node.launch(runs);
    ContainerImpl waits = node.place(3);
    Map<String, String> before = node.kernel.snapshot();
    node.mode("on");
    assertEquals("one runs", 1, node.launcher.current().manager().watched());
    node.kernel.makeStock(SteeredNode.PARENT, LiveNode.name(waits));
    node.launch(waits);
    assertEquals(2, report().size());
    node.give(runs, 1_250, 1.25 * GB);
    node.end(waits);
    node.kernel.remove(node.groups(waits).iterator().next());
    node.mode("off");
    before.keySet().removeIf(file -> file.endsWith("cgroup.procs"));
    Map<String, String> now = node.kernel.snapshot();
    now.keySet().retainAll(before.keySet());
    assertEquals(before, now);
  }

  @Test
  public void tokenOfTheLatestUpdateHoldsAfterARaise() throws Exception {
    node(Layout.VERSION_1, false);
    ContainerImpl c = node.place(2);
    node.kernel.makeStock(SteeredNode.PARENT, LiveNode.name(c));
    node.launch(c);
    ContainerListenerTestBase.token(c, ExecutionType.GUARANTEED, 2, 2048);
    node.mode("shadow");
    assertEquals(2_000, report().get(0).share(ResourceKind.CPU).entitled(), 0);
  }

  @Test
  public void liveLimitsApplyAndOthersWaitForARestart() throws Exception {
    node(Layout.VERSION_2, true);
    node.mode("on");
    NodeOrchestrator first = node.launcher.current();
    assertEquals(
        Collections.singletonList("yarn.mr-orchestrator.epoch"),
        node.set("epoch", "40s").restartNeeded());
    assertEquals(first, node.launcher.current());
    assertEquals(
        Collections.singletonList("yarn.mr-orchestrator.step"), node.set("step", "50").changed());
    ContainerImpl c = node.place(2);
    node.launch(c);
    report();
    node.give(c, 4_000, GB);
    assertEquals("by half", 1_500, report().get(0).share(ResourceKind.CPU).allocated(), 60);
    assertEquals(Outcome.REFUSED, node.set("step", "0").outcome());
    assertNotNull(node.launcher.current());
  }

  @Test
  public void hostThatCannotSteerStaysOffAndLeavesNothing() throws Exception {
    node(Layout.VERSION_2, true);
    Map<String, String> before = node.kernel.snapshot();
    node.kernel.refused.add("cgroup.subtree_control");
    node.kernel.refused.add("cpu.weight");
    node.kernel.refused.add("memory.high");
    node.mode("on");
    assertNull(node.launcher.current());
    node.kernel.refused.clear();
    node.mode("off");
    node.launcher.undoAgain();
    assertEquals(before, node.kernel.snapshot());
    node.mode("on");
    assertNotNull(node.launcher.current());
  }

  @Test
  public void switchWaitsForAHookThatRuns() throws Exception {
    node(Layout.VERSION_2, true);
    node.mode("on");
    NodeOrchestrator former = node.launcher.current();
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Thread hook =
        new Thread(
            () ->
                former.run(
                    "test",
                    () -> {
                      began.countDown();
                      goOn.await();
                    }));
    hook.start();
    began.await();
    Thread admin = new Thread(() -> node.mode("off"));
    admin.start();
    admin.join(100);
    assertTrue(admin.isAlive());
    goOn.countDown();
    admin.join();
    hook.join();
    AtomicBoolean runs = new AtomicBoolean();
    former.run("test", () -> runs.set(true));
    assertFalse("it has stopped", runs.get());
    assertNull(node.launcher.current());
  }

  /**
   * After any events in between, containers have the resources that YARN gave them in off and
   * shadow.
   */
  @Property(trials = 12, shrink = false)
  public void anyOrderOfSwitchesLeavesNothingChanged(@When(seed = 1) long seed) throws Exception {
    Random random = new Random(seed);
    node(Layout.values()[random.nextInt(Layout.values().length)], true);
    Map<String, String> before = node.kernel.snapshot();
    List<ContainerImpl> placed = new ArrayList<>();
    List<ContainerImpl> running = new ArrayList<>();
    Map<ContainerImpl, Map<String, String>> given = new HashMap<>();
    for (int i = 0; i < 60; i++) {
      switch (random.nextInt(6)) {
        case 0:
        case 1:
          node.mode(new String[] {"off", "shadow", "on"}[random.nextInt(3)]);
          break;
        case 2:
          ContainerImpl fresh = node.place(i + 2);
          given.put(fresh, node.values(fresh));
          placed.add(fresh);
          break;
        case 3:
          if (!placed.isEmpty()) {
            running.add(placed.remove(0));
            node.launch(running.get(running.size() - 1));
          }
          break;
        case 4:
          if (!running.isEmpty()) {
            node.end(running.remove(random.nextInt(running.size())));
          }
          break;
        default:
          if (node.launcher.current() != null) {
            report();
            for (ContainerImpl each : running) {
              node.give(each, 500 + random.nextInt(1_500), (0.5 + random.nextDouble()) * GB);
            }
          }
      }
      if (!node.live.current().asText().get("yarn.mr-orchestrator.mode").equals("on")) {
        for (ContainerImpl each : running) {
          if (node.hasGroup(each)) {
            assertEquals("seed " + seed + " step " + i, given.get(each), node.values(each));
          }
        }
      }
    }
    node.mode("off");
    for (ContainerImpl each : running) {
      node.end(each);
    }
    node.launcher.undoAgain();
    assertEquals("seed " + seed, before, node.kernel.snapshot());
    node.close();
  }
}
